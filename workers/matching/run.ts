/**
 * Matches authors with people whenever either changes. Results are recorded through the publication's commands, so repeating
 * a match changes nothing. Workspaces take turns, one step each.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { LaterRelease } from '../../domain/errors.ts';
import { BEGINNING, type Position, type Recorded } from '../../domain/event.ts';
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

/** Queues the people and publications that an event affects, unless matching recorded the event. */
const takeInto =
  ({ backlog, own }: Work) =>
  (event: Recorded, after: Position): void => {
    const { id, position, metadata } = event;
    const subject = own.delete(position) ? null : touchedBy(event);
    if (subject !== null)
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

/**
 * Resolves as `runSubscriber` does. Throws `Unavailable`. Calls `ready` when it has read what it needs from each store, and `stopped`,
 * repeatedly, at an event that only a later release can read.
 */
export const runMatching = async (
  deps: MatchingDeps,
  outer: AbortSignal,
  ready: () => void = () => undefined,
  stopped: (error: LaterRelease) => void = ({ reason }) => deps.log.error({}, reason),
) => {
  const ended = new AbortController();
  const signal = AbortSignal.any([outer, ended.signal]);
  const checkpoint = await resume(deps);
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
    stopped,
    signal,
    end: () => ended.abort(),
  });
};
