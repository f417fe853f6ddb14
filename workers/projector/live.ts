/** Following the log: every batch is written at once, and what its rows are counted by is counted anew. */
import type { Clock, Log } from '../../commands/ports.ts';
import type { Position } from '../../domain/event.ts';
import type { ReadModels } from '../../projections/ports.ts';
import type { EventBatch } from './batches.ts';
import { foldBatch, type Folding } from './fold-batch.ts';
import { changeOf } from './held-rows.ts';
import { isPassedOver, poisonEvents, poisonRow } from './poison.ts';
import { recountsOf } from './recounts.ts';

export type LiveDeps = { readonly readModels: ReadModels; readonly clock: Clock; readonly log: Log };

/** Writes a batch, if there is anything new in it for this projection. The position reached. */
export const followBatch = async (
  { readModels, clock, log }: LiveDeps,
  folding: Folding,
  { events, position }: EventBatch,
): Promise<Position> => {
  const checkpoint = folding.position;
  if (position <= checkpoint) return checkpoint;
  const folded = await foldBatch(folding, events, { finish: true });
  // Where the row is found is on record; here its id might name a person.
  for (const poison of folded.poison) {
    const { projection, collection, event, error } = poison;
    log[isPassedOver(poison) ? 'warn' : 'error'](
      {
        projection,
        collection,
        eventId: event.id,
        eventType: event.type,
        position: event.position,
        correlationId: event.metadata.correlationId,
        err: error,
      },
      isPassedOver(poison) ? 'events of a later release were passed over' : 'a poison event was skipped',
    );
  }
  const poisoned = folded.poison.map((each) => poisonRow(each, clock.now()));
  await readModels.commit({
    projection: folding.key,
    changes: [
      // First, so that no row can be past an event whose skipping is not on record.
      ...(poisoned.length > 0 ? [{ collection: poisonEvents, replace: poisoned }] : []),
      ...folding.rows
        .filter(({ dirty }) => dirty.length > 0)
        .map(({ fold: { collection }, dirty }) => changeOf(collection, dirty, ({ row }) => row)),
    ],
    recounts: recountsOf(folding, folded, checkpoint),
    checkpoint: { position, phase: 'live' },
  });
  folding.position = position;
  for (const rows of folding.rows) {
    rows.written();
    // Counts change in the store behind what is held, and another projector may write too: nothing is kept.
    rows.age();
    rows.age();
  }
  return position;
};
