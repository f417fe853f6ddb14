/** Following the log: every batch is written at once, and what its rows are counted by is counted anew. */
import type { Clock, Log } from '../../commands/ports.ts';
import type { Position } from '../../domain/event.ts';
import type { ReadModels } from '../../projections/ports.ts';
import type { EventBatch, Weighed } from './batches.ts';
import { foldBatch, type Folding } from './fold-batch.ts';
import { changeOf } from './held-rows.ts';
import { isPassedOver, poisonEvents, poisonRow } from './poison.ts';
import { recountsOf } from './recounts.ts';

export type LiveDeps = { readonly readModels: ReadModels; readonly clock: Clock; readonly log: Log };

/** Writes as much of a batch as memory allows. What is left of it. */
const followPortion = async (
  { readModels, clock, log }: LiveDeps,
  folding: Folding,
  { events, position: end }: EventBatch,
): Promise<readonly Weighed[]> => {
  const checkpoint = folding.position;
  const folded = await foldBatch(folding, events, { finish: true });
  const position = folded.rest.length > 0 ? folded.position : end;
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
  // Before the rows are taken: it compares them with what is stored.
  const recounts = recountsOf(folding, folded, checkpoint);
  const poisoned = folded.poison.map((each) => poisonRow(each, clock.now()));
  await readModels.commit({
    projection: folding.key,
    changes: [
      // First, so that no row can be past an event whose skipping is not on record.
      ...(poisoned.length > 0 ? [{ collection: poisonEvents, replace: poisoned }] : []),
      ...folding.rows
        .map((rows) => changeOf(rows.fold.collection, rows.take(), ({ row }) => row))
        .filter(({ replace, remove }) => replace.length > 0 || (remove?.length ?? 0) > 0),
    ],
    recounts,
    checkpoint: { position, phase: 'live' },
  });
  folding.position = position;
  for (const rows of folding.rows) {
    // Counts change in the store behind what is held, and another projector may write too: nothing is kept.
    rows.age();
    rows.age();
  }
  return folded.rest;
};

/** Writes a batch, if there is anything new in it for this projection. The position reached. */
export const followBatch = async (deps: LiveDeps, folding: Folding, batch: EventBatch): Promise<Position> => {
  if (batch.position <= folding.position) return folding.position;
  let { events } = batch;
  do events = await followPortion(deps, folding, { ...batch, events });
  while (events.length > 0);
  return batch.position;
};
