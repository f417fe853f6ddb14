/**
 * Matches authors with people whenever either changes. Results are recorded through the publication's commands, so repeating
 * a match changes nothing. Workspaces take turns, one step each.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { StateStore } from '../../commands/ports.ts';
import { BEGINNING, type Position, type Recorded } from '../../domain/event.ts';
import { isOfLaterRelease } from '../../domain/upcast.ts';
import { everyCandidate } from '../../projections/queries/candidates.ts';
import { openBacklog } from './backlog.ts';
import { openCheckpoint, type CheckpointFile } from './checkpoint.ts';
import { openPassedOver } from './passed-over.ts';
import { peopleByName } from './people.ts';
import { hasCaughtUp, step, type MatchingDeps, type Work } from './step.ts';
import { runSubscriber } from './subscriber.ts';
import { touchedBy } from './touched.ts';

const ROWS_WITHIN_MS = 60_000;

/** A log that ends before the checkpoint was restored from a backup: matching starts from the beginning. */
const resume = async ({ events, state, log }: MatchingDeps): Promise<CheckpointFile> => {
  const checkpoint = await openCheckpoint(state);
  const { position, read = position } = checkpoint.kept;
  const end = await events.end();
  if (read <= end) return checkpoint;
  log.error(
    { checkpoint: read, end },
    'the checkpoint of matching is beyond the end of the log; matching starts from the beginning',
  );
  await checkpoint.forget();
  return { ...checkpoint, kept: { position: BEGINNING } };
};

/** An event that only a later release can read: after an upgrade, matching resumes before the first one that was skipped. */
const LATER = 'matching/later-events';

/** Records the first skipped event; later calls keep that record. */
const passOver = async (state: Pick<StateStore, 'put'>, { position }: Recorded): Promise<void> => {
  await state.put(LATER, { position }, { ifVersion: 'absent' });
};

/** The position before the first skipped event, if this release can read it; else null. `clear` removes the record. */
const passedOverBefore = async ({ events, state }: Pick<MatchingDeps, 'events' | 'state'>) => {
  const record = await state.get(LATER);
  if (record === null) return null;
  const { position } = record.value as { readonly position: Position };
  for await (const event of events.readAll({ from: position - 1, limit: 1 }))
    if (event.position === position && isOfLaterRelease(event)) return null;
  return { position: position - 1, clear: () => state.remove(LATER, record.version) };
};

/** Goes back to the events that an earlier release skipped; moves the checkpoint first, so that a crash loses none of them. */
const rewind = async (deps: MatchingDeps, checkpoint: CheckpointFile): Promise<CheckpointFile> => {
  const passedOver = await passedOverBefore(deps);
  if (passedOver === null) return checkpoint;
  const { position, read = position } = checkpoint.kept;
  const kept = {
    ...checkpoint.kept,
    position: Math.min(position, passedOver.position),
    read: Math.min(read, passedOver.position),
  };
  if (await checkpoint.write(kept)) await passedOver.clear();
  return { ...checkpoint, kept };
};

/** Queues the people and publications that an event affects, unless matching recorded the event. */
const takeInto =
  ({ deps, backlog, own }: Work) =>
  async (event: Recorded, after: Position): Promise<void> => {
    const { id, position, metadata } = event;
    if (isOfLaterRelease(event)) await passOver(deps.state, event);
    for (const subject of own.delete(position) ? [] : touchedBy(event))
      backlog.add(metadata.workspace, subject, { position, after, id, correlationId: metadata.correlationId });
  };

/** Runs one step per workspace; returns the number of steps completed. */
const round = async (work: Work, read: Position): Promise<number> => {
  let done = 0;
  for (const position of work.own) if (position <= read) work.own.delete(position);
  for (const workspace of work.backlog.workspaces()) {
    // The embedded stores respond synchronously: without yielding to the event loop, the signal could never abort.
    await nextTurn();
    if (work.signal.aborted) break;
    if (await step(work, workspace)) done += 1;
  }
  return done;
};

/** Resolves as `runSubscriber` does. Throws `Unavailable`. Calls `ready` when it has read what it needs from each store. */
export const runMatching = async (deps: MatchingDeps, outer: AbortSignal, ready: () => void = () => undefined) => {
  const ended = new AbortController();
  const signal = AbortSignal.any([outer, ended.signal]);
  const checkpoint = await rewind(deps, await resume(deps));
  const { position, read = position, waiting } = checkpoint.kept;
  const people = peopleByName();
  const report = openPassedOver(deps, deps.passedOver);
  const work: Work = { deps, people, backlog: openBacklog(waiting), report, own: new Set(), signal };
  // Rows older than the checkpoint may lack people. It may stand behind the last event, where rows need not follow.
  const needed = Math.min(read, await deps.events.head());
  while (!(await hasCaughtUp(work, needed, ROWS_WITHIN_MS))) if (signal.aborted) return;
  for await (const person of everyCandidate(deps.readModels, null)) people.put(person);
  ready();
  await runSubscriber(deps, checkpoint, {
    prefixes: ['publication-', 'person-', 'erasure-'],
    take: takeInto(work),
    work: (upTo) => round(work, upTo),
    waiting: work.backlog,
    flush: () => report.flush(),
    signal,
    end: () => ended.abort(),
  });
};
