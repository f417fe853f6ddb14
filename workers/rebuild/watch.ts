/** Watches a rebuild, whichever process runs it, until its rows are served. */
import { setTimeout as pause } from 'node:timers/promises';
import { BEGINNING, type Position } from '../../domain/event.ts';
import { projectionKey } from '../../projections/define.ts';
import { generationOf, servingGeneration } from '../../projections/generations.ts';
import { projectionState } from '../projector/index.ts';
import type { RebuildTarget } from './requests.ts';
import { catchUpReport } from './catch-up-report.ts';
import { readControls } from './controls.ts';
import type { RebuildDeps } from './deps.ts';

type WatchDeps = Pick<RebuildDeps, 'events' | 'readModels' | 'state'>;

export type RebuildProgress = {
  readonly name: string;
  readonly position: Position;
  readonly head: Position;
  /** Null while no process is known to be catching it up. */
  readonly eventsPerSecond: number | null;
  readonly isDone: boolean;
};

const POLL_MS = 200;

/** The rebuild has caught up but may not be switched to; the message names the event that rows are withheld for, and how to continue. */
export class RebuildStopped extends Error {
  override readonly name = 'RebuildStopped';
}

/** How an operator continues past an event; '' if the event is not known. */
export const skipHint = (name: string, event: { readonly id: string } | null): string =>
  event === null ? '' : `; to go on without it: colophon projections skip-poison ${name} ${event.id}`;

const progressOf = async ({ readModels, state }: WatchDeps, wanted: RebuildTarget, head: Position) => {
  const { projection, generation } = wanted;
  const own = generationOf(projection, generation);
  const [serving, { phase, position }, report] = await Promise.all([
    servingGeneration(readModels, projection),
    projectionState(readModels, own),
    catchUpReport(state, projectionKey(own)),
  ]);
  const isServing = serving >= generation && phase === 'live';
  return {
    name: projection.name,
    position: Math.max(position, phase === 'live' ? BEGINNING : (report?.position ?? BEGINNING)),
    head,
    eventsPerSecond: report === null || report.ms === 0 ? null : Math.round((report.events * 1000) / report.ms),
    isDone: isServing || serving > generation,
  };
};

/** Resolves to true when all of them serve, or to false when the signal aborts. Throws `RebuildStopped`, `Unavailable`. */
export const untilServing = async (
  deps: WatchDeps,
  wanted: readonly RebuildTarget[],
  watch: (rebuilds: readonly RebuildProgress[]) => void,
  signal: AbortSignal,
): Promise<boolean> => {
  for (;;) {
    const head = await deps.events.head();
    const rebuilds = await Promise.all(wanted.map((each) => progressOf(deps, each, head)));
    watch(rebuilds);
    if (rebuilds.every(({ isDone }) => isDone)) return true;
    const { failures } = await readControls(deps.state);
    for (const { projection, generation } of wanted) {
      const failure = failures.get(projectionKey(generationOf(projection, generation)));
      if (failure === undefined) continue;
      throw new RebuildStopped(`${failure.message}${skipHint(projection.name, failure.event)}`);
    }
    if (signal.aborted) return false;
    await pause(POLL_MS, undefined, { signal }).catch(() => undefined);
  }
};
