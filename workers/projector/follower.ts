/** One projection on its way through the log: filled in bulk at first, then live. */
import type { Log } from '../../commands/ports.ts';
import { BEGINNING, type Position } from '../../domain/event.ts';
import type { RecordedEvent } from '../../domain/events.ts';
import { projectionKey, type Projection } from '../../projections/define.ts';
import type { Checkpoint, ReadModels } from '../../projections/ports.ts';
import { foldBatch } from './fold-batch.ts';
import { poisonEvents, poisonRow } from './poison.ts';

export type Follower = {
  readonly projection: Projection;
  checkpoint(): Checkpoint;
  /** Applies events that are in the log up to `end`, and moves the checkpoint there. Throws `PoisonEvent` while filling. */
  advance(events: readonly RecordedEvent[], end: Position): Promise<void>;
  /** Everything in the log has been applied: indexes are built and counts taken if they were left for later. */
  goLive(): Promise<void>;
};

export const follow = async (readModels: ReadModels, projection: Projection, log: Log): Promise<Follower> => {
  const key = projectionKey(projection);
  const collections = projection.folds.map(({ collection }) => collection);
  let checkpoint: Checkpoint = (await readModels.checkpoint(key)) ?? { position: BEGINNING, phase: 'filling' };
  for (const collection of collections)
    await readModels.create(collection, checkpoint.phase === 'filling' ? 'later' : 'now');
  await readModels.create(poisonEvents, 'now');

  return {
    projection,
    checkpoint: () => checkpoint,

    advance: async (events, end) => {
      if (end <= checkpoint.position) return;
      const unseen = events.filter(({ position }) => position > checkpoint.position);
      const { changes, recounts, poison } = await foldBatch(readModels, projection, unseen);
      const filling = checkpoint.phase === 'filling';
      if (filling && poison[0] !== undefined) throw poison[0];
      for (const each of poison)
        log.error({ projection: key, eventId: each.event.id, err: each }, 'a poison event was skipped');
      const skipped =
        poison.length === 0
          ? []
          : [{ collection: poisonEvents, replace: poison.map((each) => poisonRow(projection, each)) }];
      const next: Checkpoint = { ...checkpoint, position: end };
      await readModels.commit({
        projection: key,
        changes: [...changes, ...skipped],
        recounts: filling ? [] : recounts,
        checkpoint: next,
      });
      checkpoint = next;
    },

    goLive: async () => {
      if (checkpoint.phase === 'live') return;
      for (const collection of collections) await readModels.index(collection);
      const recounts = projection.counts.map(({ keys: _keys, ...counted }) => ({ ...counted, keys: 'all' as const }));
      const next: Checkpoint = { ...checkpoint, phase: 'live' };
      await readModels.commit({ projection: key, changes: [], recounts, checkpoint: next });
      checkpoint = next;
      log.info({ projection: key, position: next.position }, 'a projection is live');
    },
  };
};
