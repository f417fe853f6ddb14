/**
 * Matches authors with people, again whenever either changes. A subscriber with a checkpoint of its own, at least once: what
 * it finds out are events, decided by the rules of a publication, so that doing it again changes nothing. One reads the log,
 * one works through what waits, a step of each workspace in turn.
 */
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import { BEGINNING, type Position } from '../../domain/event.ts';
import { isOfLaterRelease } from '../../domain/upcast.ts';
import { everyCandidate } from '../../projections/queries/candidates.ts';
import { openBacklog } from './backlog.ts';
import { openCheckpoint, type CheckpointFile } from './checkpoint.ts';
import { passedOverBefore, passOver } from './later-events.ts';
import { openPassedOver } from './passed-over.ts';
import { peopleByName } from './people.ts';
import { shows, step, type MatchingDeps, type Work } from './step.ts';
import { touchedBy } from './touched.ts';

export { matchedUpTo } from './checkpoint.ts';
export type { MatchingDeps } from './step.ts';

const ROWS_WITHIN_MS = 60_000;
/** Between two looks at what cannot be done yet. */
const AGAIN_MS = 100;
/** Steps, or milliseconds, after which what was done is not done again after a restart. */
const SAVE_EVERY = 1_000;
const SAVE_EVERY_MS = 5_000;
const FIRST_ROUNDS = 50;

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

/** Resolves when the signal is aborted, or another has written the checkpoint. Throws `Unavailable` when a store is away. */
export const runMatching = async (deps: MatchingDeps, asked: AbortSignal): Promise<void> => {
  const ended = new AbortController();
  const signal = AbortSignal.any([asked, ended.signal]);
  const checkpoint = await goneBack(deps, await resume(deps));
  let read = checkpoint.kept.read ?? checkpoint.kept.position;
  const people = peopleByName();
  const own = new Set<Position>();
  const tell = openPassedOver(deps, deps.passedOver);
  const backlog = openBacklog(checkpoint.kept.waiting);
  const work: Work = { deps, people, backlog, tell, own, signal };
  // Rows that know less than this subscriber has seen would miss people.
  while (!(await shows(work, read, ROWS_WITHIN_MS))) if (signal.aborted) return;
  for await (const person of everyCandidate(deps.readModels, null)) people.put(person);

  let saved = read;
  let unsaved = 0;
  let savedAt = deps.clock.now();
  const save = async (): Promise<void> => {
    // The reader goes on meanwhile.
    const upTo = read;
    const since = backlog.since();
    const waiting = since === null ? {} : { read: upTo, waiting: backlog.kept() };
    const position = since === null ? upTo : Math.min(upTo, since);
    [unsaved, savedAt] = [0, deps.clock.now()];
    await tell.flush();
    if (!(await checkpoint.write({ position, ...waiting }))) ended.abort();
    saved = upTo;
  };

  let hasNews = false;
  let heard: () => void = () => undefined;
  const wake = (): void => {
    hasNews = true;
    heard();
  };
  const news = async (): Promise<void> => {
    while (!hasNews) await new Promise<void>((resolve) => (heard = resolve));
    hasNews = false;
  };
  const reading = async (): Promise<void> => {
    const prefixes = ['publication-', 'person-', 'erasure-'];
    for await (const delivery of deps.events.subscribe({ after: read, prefixes, signal })) {
      if (delivery.kind === 'event') {
        const { event } = delivery;
        const { id, position, metadata } = event;
        if (isOfLaterRelease(event)) await passOver(deps.state, event);
        for (const touched of own.delete(position) ? [] : touchedBy(event)) {
          const subject =
            touched.kind === 'person'
              ? ({ kind: 'person', id: touched.orcid } as const)
              : ({ kind: 'publication', id: touched.doi } as const);
          backlog.add(touched.workspace, subject, {
            ...{ position, after: read, id, correlationId: metadata.correlationId },
          });
        }
        read = position;
      } else read = delivery.position;
      wake();
    }
  };
  /** A step of each workspace; how many could be done. */
  const round = async (): Promise<number> => {
    let done = 0;
    for (const workspace of backlog.workspaces()) {
      // The embedded stores answer at once: without a turn of the loop, nobody could say stop.
      await nextTurn();
      if (signal.aborted) break;
      if (await step(work, workspace)) done += 1;
    }
    unsaved += done;
    return done;
  };
  const working = async (): Promise<void> => {
    while (!signal.aborted) {
      const done = await round();
      const isIdle = backlog.since() === null;
      const isDue = unsaved >= SAVE_EVERY || Math.abs(deps.clock.now() - savedAt) >= SAVE_EVERY_MS;
      if (signal.aborted || (isIdle ? read > saved || unsaved > 0 : isDue)) await save();
      if (signal.aborted) return;
      for (const position of own) if (position <= read) own.delete(position);
      if (isIdle && read <= saved) await news();
      else if (done === 0 && !isIdle) await pause(AGAIN_MS, undefined, { signal }).catch(() => undefined);
    }
  };
  // A worker that never lives long comes further too: what an earlier one left comes before what is new.
  for (let left = FIRST_ROUNDS; left > 0 && (await round()) > 0;) left -= 1;
  signal.addEventListener('abort', wake);
  const halves = [reading(), working()].map((half) => half.finally(() => ended.abort()));
  const broken = (await Promise.allSettled(halves)).find((half) => half.status === 'rejected');
  if (broken !== undefined) throw broken.reason;
};
