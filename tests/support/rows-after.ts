/** The rows of a list of events, written as a story: what happened to what, in which workspace, in this order. */
import { newCaller } from '../../commands/caller.ts';
import type { ColophonEvent } from '../../domain/events.ts';
import { schemaVersionOf } from '../../domain/upcast.ts';
import { randomIds } from '../../infra/system.ts';
import type { Projection } from '../../projections/define.ts';
import type { Collection, Row } from '../../projections/ports.ts';
import { plainFold } from '../workers/projector/plain-fold.ts';
import { memoryEventStore } from './memory-event-store.ts';

export type Chapter = { readonly stream: string; readonly events: readonly ColophonEvent[] };

/** Rows by collection and id, and the list of ids. */
export type RowsOf = ((collection: Collection, id: string) => Row | undefined) & {
  readonly ids: (collection: Collection) => readonly string[];
};

/** In a stream named `kind-workspace~id`. */
export const inStream = (stream: string, ...events: readonly ColophonEvent[]): Chapter => ({ stream, events });

/** The n-th event happened at n. */
export const rowsAfter = async (projection: Projection, ...chapters: readonly Chapter[]): Promise<RowsOf> => {
  const events = memoryEventStore();
  let at = 0;
  for (const { stream, events: happened } of chapters) {
    const workspace = /^[a-z-]+?-(?<workspace>[a-z0-9]+)~/u.exec(stream)?.groups?.['workspace'] ?? 'org';
    const { commandId: _, ...caller } = newCaller(randomIds, workspace, { type: 'system', id: 'test' });
    for (const event of happened) {
      await events.append(
        stream,
        [{ ...event, id: randomIds.next(), schemaVersion: schemaVersionOf(event.type), metadata: { ...caller, at } }],
        'any',
      );
      at += 1;
    }
  }
  const rows = await plainFold(events, [projection]);
  return Object.assign((collection: Collection, id: string) => rows.get(collection.name)?.get(id), {
    ids: (collection: Collection) => [...(rows.get(collection.name)?.keys() ?? [])],
  });
};
