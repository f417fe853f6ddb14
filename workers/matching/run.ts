/**
 * Matches authors with people, again whenever either changes. What it finds out are events, decided by the rules of a publication,
 * so that doing it again changes nothing. What waits is done a step of each workspace in turn.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { BEGINNING, type Position, type Recorded } from '../../domain/event.ts';
import { isOfLaterRelease } from '../../domain/upcast.ts';
import { everyCandidate } from '../../projections/queries/candidates.ts';
import { openBacklog } from './backlog.ts';
import { openCheckpoint, type CheckpointFile } from './checkpoint.ts';
import { passedOverBefore, passOver } from './later-events.ts';
import { openPassedOver } from './passed-over.ts';
import { peopleByName } from './people.ts';
import { shows, step, type MatchingDeps, type Work } from './step.ts';
import { runSubscriber } from './subscriber.ts';
import { touchedBy } from './touched.ts';

const ROWS_WITHIN_MS = 60_000;

/** A log that ends before what was matched is another one, restored from a backup: then everything is looked at again. */
const resume = async ({ events, state, log }: MatchingDeps): Promise<CheckpointFile> => {
  const checkpoint = await openCheckpoint(state);
  const { position, read = position } = checkpoint.kept;
  const head = await events.head();
  if (read <= head) return checkpoint;
  log.error({ checkpoint: read, head }, 'matching had come further than the log goes, and begins again');
  await checkpoint.forget();
  return { ...checkpoint, kept: { position: BEGINNING } };
};

/** Goes back to what an earlier release passed over. The checkpoint does so first: matching may be cut off at any moment. */
const goneBack = async (deps: MatchingDeps, checkpoint: CheckpointFile): Promise<CheckpointFile> => {
  const passedOver = await passedOverBefore(deps);
  if (passedOver === null) return checkpoint;
  const { position, read = position } = checkpoint.kept;
  const kept = {
    ...checkpoint.kept,
    position: Math.min(position, passedOver.position),
    read: Math.min(read, passedOver.position),
  };
  if (await checkpoint.write(kept)) await passedOver.gone();
  return { ...checkpoint, kept };
};

/** An event makes the people and publications that it touches wait, unless matching has made it. */
const takeInto =
  ({ deps, backlog, own }: Work) =>
  async (event: Recorded, after: Position): Promise<void> => {
    const { id, position, metadata } = event;
    if (isOfLaterRelease(event)) await passOver(deps.state, event);
    for (const subject of own.delete(position) ? [] : touchedBy(event))
      backlog.add(metadata.workspace, subject, { position, after, id, correlationId: metadata.correlationId });
  };

/** A step of each workspace; how many could be done. */
const round = async (work: Work, read: Position): Promise<number> => {
  let done = 0;
  for (const position of work.own) if (position <= read) work.own.delete(position);
  for (const workspace of work.backlog.workspaces()) {
    // The embedded stores answer at once: without a turn of the loop, nothing could say stop.
    await nextTurn();
    if (work.signal.aborted) break;
    if (await step(work, workspace)) done += 1;
  }
  return done;
};

/** Resolves when the signal is aborted, or another has written the checkpoint. Throws `Unavailable` when a store is away. */
export const runMatching = async (deps: MatchingDeps, asked: AbortSignal): Promise<void> => {
  const ended = new AbortController();
  const signal = AbortSignal.any([asked, ended.signal]);
  const checkpoint = await goneBack(deps, await resume(deps));
  const { position, read = position, waiting } = checkpoint.kept;
  const people = peopleByName();
  const tell = openPassedOver(deps, deps.passedOver);
  const work: Work = { deps, people, backlog: openBacklog(waiting), tell, own: new Set(), signal };
  // Rows that know less than this subscriber has seen would miss people.
  while (!(await shows(work, read, ROWS_WITHIN_MS))) if (signal.aborted) return;
  for await (const person of everyCandidate(deps.readModels, null)) people.put(person);
  await runSubscriber(deps, checkpoint, {
    prefixes: ['publication-', 'person-', 'erasure-'],
    take: takeInto(work),
    work: (upTo) => round(work, upTo),
    waiting: work.backlog,
    flush: () => tell.flush(),
    signal,
    end: () => ended.abort(),
  });
};
