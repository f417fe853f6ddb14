/** Undoing a cause whose events fill many batches: each stream is read once. */
import assert from 'node:assert/strict';
import type { Caller } from '../../../commands/caller.ts';
import { handle } from '../../../commands/handle.ts';
import type { EventStore } from '../../../commands/ports.ts';
import { publicationAggregate } from '../../../commands/publication.ts';
import type { EventToUndo, Outcome } from '../../../commands/undo/outcome.ts';
import { undoInBatches, type ReadCause } from '../../../commands/undo/undo-cause.ts';
import type { UndoDeps } from '../../../commands/undo/undo-stream.ts';
import { schemaVersionOf } from '../../../domain/upcast.ts';
import { randomIds, systemClock } from '../../../infra/system.ts';
import { record } from '../../domain/publication/samples.ts';
import { memoryEventStore } from '../../support/memory-event-store.ts';
import { suite } from '../../support/suite.ts';

const undoing = suite('undoing a cause of many batches');

const CAUSE = 'cause';
const EDITS = 120;
const SIZE = 10;
const DOIS = ['10.5555/one', '10.5555/two'] as const;

const caller = (correlationId: string): Caller => ({
  workspace: 'org',
  actor: { type: 'user', id: 'staff' },
  correlationId,
  causationId: null,
  commandId: randomIds.next(),
});

/** Two publications, each edited alternately by the same cause; counts the events read from their streams from now on. */
const edited = async () => {
  const events = memoryEventStore();
  let read = 0;
  const readStream: EventStore['readStream'] = async function* (stream, options) {
    for await (const event of events.readStream(stream, options)) {
      read += 1;
      yield event;
    }
  };
  const deps = { events: { ...events, readStream }, clock: systemClock, ids: randomIds } as unknown as UndoDeps;
  for (const doi of DOIS)
    await handle(deps, publicationAggregate, doi, { type: 'RecordFromProvider', ...record, doi }, caller('import'));
  for (let n = 0; n < EDITS; n += 1)
    for (const doi of DOIS) {
      const changes = [{ path: '/title', after: `Pots ${n}` }];
      await handle(deps, publicationAggregate, doi, { type: 'EditPublication', changes }, caller(CAUSE));
    }
  const ofCause: EventToUndo[] = [];
  for await (const { id, type, stream, position: place, metadata } of events.readAll({ direction: 'backwards' }))
    if (metadata.correlationId === CAUSE) ofCause.push({ id, type, stream, place });
  const page: ReadCause = (before, size) =>
    Promise.resolve(ofCause.filter(({ place }) => place < before).slice(0, size));
  return {
    deps,
    /** The outcomes of an undo, and how many events it read. */
    undo: async (dryRun: boolean): Promise<{ readonly outcomes: readonly Outcome[]; readonly read: number }> => {
      const cause = { cause: CAUSE, upTo: ofCause[0]?.place ?? 0, by: { role: 'member', at: 0 }, dryRun } as const;
      read = 0;
      const outcomes: Outcome[] = [];
      for await (const batch of undoInBatches(deps, page, cause, caller('undo'), { size: SIZE }))
        outcomes.push(...batch.outcomes);
      return { outcomes, read };
    },
  };
};

undoing('reads each stream once, and reports each event once', async () => {
  const { undo } = await edited();
  for (const dryRun of [true, false]) {
    const { outcomes, read } = await undo(dryRun);
    assert.equal(new Set(outcomes.map(({ id }) => id)).size, EDITS * DOIS.length);
    assert.ok(outcomes.every(({ outcome }) => outcome === 'undone'));
    assert.equal(outcomes.length, EDITS * DOIS.length);
    assert.equal(read, (EDITS + 1) * DOIS.length);
  }
});

undoing('reads a stream that it cannot read to the end once, and refuses each of its events', async () => {
  const { deps, undo } = await edited();
  const [doi] = DOIS;
  const metadata = {
    workspace: 'org',
    actor: { type: 'user', id: 'staff' },
    correlationId: 'later',
    causationId: null,
    at: 0,
  } as const;
  const later = {
    type: 'PublicationEdited',
    schemaVersion: schemaVersionOf('PublicationEdited') + 1,
    id: randomIds.next(),
    data: {},
    metadata,
  };
  await deps.events.append(publicationAggregate.stream('org', doi), [later], 'any');
  const { outcomes, read } = await undo(false);
  const refused = outcomes.filter(({ refusal }) => refusal?.code === 'later_release');
  assert.deepEqual([refused.length, outcomes.length], [EDITS, EDITS * DOIS.length]);
  assert.equal(read, (EDITS + 1) * DOIS.length + 1);
});
