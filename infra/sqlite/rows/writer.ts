/** What changes the file, over one connection. */
import type { Batch, ReadModels } from '../../../projections/ports.ts';
import { immediately, type Connection } from '../connection/database.ts';
import { checkpointOf, moveCheckpoint } from './catalog.ts';
import { create, drop, index } from './collections.ts';
import type { Counting } from './reading.ts';
import { recount } from './recounting.ts';
import { write, type Prepared } from './writing.ts';

export const WHAT = 'read models';

export type PreparedBatch = Omit<Batch, 'changes'> & { readonly changes: readonly Prepared[] };

export type Writer = Pick<ReadModels, 'create' | 'index' | 'drop' | 'close'> & {
  readonly commit: (batch: PreparedBatch) => Promise<void>;
};

/** Its connection is shared, and is not closed. */
export const writerHere = (db: Connection, counting: Counting): Writer => {
  const { statements } = counting;
  const store = { db, statements, what: WHAT };
  return {
    create: (collection, indexes) => create(store, collection, indexes),
    index: (collection) => index(store, collection),
    drop: (projection, collections) => drop(store, projection, collections),
    commit: ({ projection, changes, recounts, checkpoint }) =>
      immediately(db, WHAT, () => {
        // Rows and checkpoint are one transaction: what is behind the checkpoint has been done.
        if ((checkpointOf(statements, projection)?.position ?? -1) > checkpoint.position) return;
        for (const change of changes) write(statements, change);
        for (const each of recounts) recount(counting, each);
        moveCheckpoint(statements, projection, checkpoint);
      }),
    close: () => Promise.resolve(),
  };
};
