/** The status of every projection: what it serves, how far behind it is, its rebuild, and its last error. Watches a rebuild until its rows are served. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Log, StateStore } from '../../commands/ports.ts';
import { Unavailable } from '../../domain/errors.ts';
import { BEGINNING, type Position } from '../../domain/event.ts';
import { collectionsOf, type Projection, projectionKey } from '../../projections/define.ts';
import { generationOf, servingGeneration, servingProjection } from '../../projections/generations.ts';
import type { ReadModels } from '../../projections/ports.ts';
import type { CaughtUp } from '../projector/index.ts';
import { type LagDeps, projectionLag, type ProjectionLag, projectionState } from '../projector/lag.ts';
import { poisonEvents } from '../projector/poison.ts';
import { type Failure, type ProjectionControls, readControls } from './controls.ts';
import type { RebuildDeps, RebuildTarget } from './leases.ts';

/** `events`, `ms`: since the catch-up started or resumed. */
type CatchUpReport = { readonly position: Position; readonly events: number; readonly ms: number };

const INTERVAL_MS = 500;
/** A report that is not renewed within this time is from a catch-up that has stopped. */
const REPORT_TTL_MS = 30_000;

const keyOf = (key: string): string => `filling-report/${key}`;

/** Reports a catch-up for those who watch from another process. Writes at most one report per projection every half second, and never waits for the store. */
export const reporting = (state: Pick<StateStore, 'put'>, log: Log): ((caughtUp: CaughtUp) => void) => {
  const began = performance.now();
  const reportedAt = new Map<string, number>();
  return ({ projection, position, events }) => {
    const now = performance.now();
    if (now - (reportedAt.get(projection) ?? -Infinity) < INTERVAL_MS) return;
    reportedAt.set(projection, now);
    const report: CatchUpReport = { position, events, ms: Math.round(now - began) };
    state.put(keyOf(projection), report, { ttlMs: REPORT_TTL_MS }).catch((error: unknown) => {
      const level = error instanceof Unavailable ? 'debug' : 'warn';
      log[level]({ projection, err: error }, 'the progress of a catch-up could not be reported');
    });
  };
};

/** A catch-up is ahead of its checkpoint by what it has not written yet. `report`: null if no process is catching up. */
const builtSoFar = async ({ readModels, state }: Pick<RebuildDeps, 'readModels' | 'state'>, generation: Projection) => {
  const [{ phase, position }, record] = await Promise.all([
    projectionState(readModels, generation),
    state.get(keyOf(projectionKey(generation))),
  ]);
  const report = (record?.value ?? null) as CatchUpReport | null;
  const reported = phase === 'live' ? BEGINNING : (report?.position ?? BEGINNING);
  return { phase, position: Math.max(position, reported), report };
};

type ListDeps = Pick<RebuildDeps, 'events' | 'readModels' | 'state' | 'projections' | 'clock'>;

type LastError = Failure & { readonly kind: 'stopped' | 'skipped' };

export type Listed = Pick<ProjectionLag, 'name' | 'version' | 'position' | 'head' | 'lagMs'> & {
  readonly generation: number;
  /** `absent` and `filling` do not serve; `paused` serves the rows as of the pause. */
  readonly state: ProjectionLag['phase'] | 'paused' | 'stopped';
  readonly rows: number;
  readonly rebuild: {
    readonly generation: number;
    readonly position: Position;
    readonly state: 'waiting' | 'filling' | 'live' | 'stopped';
  } | null;
  readonly lastError: LastError | null;
};

/** `paused`: an operator has paused it, so it falls behind. */
export type StandingProjection = ProjectionLag & { readonly paused?: true };

export const skippedLast = async (readModels: ReadModels, key: string): Promise<LastError | null> => {
  await readModels.create(poisonEvents, 'now');
  const [row] = await readModels.find(poisonEvents, {
    where: { all: [{ field: 'projection', eq: key }] },
    sort: { field: 'position', dir: 'desc' },
    limit: 1,
  });
  if (row === undefined) return null;
  const { eventId: id, eventType: type, stream, position, error, message, at } = row;
  return { kind: 'skipped', message: `${error}: ${message}`, event: { id, type, stream, position }, at };
};

export const countOfRows = async (readModels: ReadModels, projection: Projection): Promise<number> => {
  const counts = collectionsOf(projection).map((collection) => readModels.count(collection, { all: [] }));
  return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0);
};

const rebuildOf = async (
  deps: ListDeps,
  { rebuilds, failures }: ProjectionControls,
  projection: Projection,
): Promise<Listed['rebuild']> => {
  const generation = rebuilds.get(projectionKey(projection))?.generation;
  if (generation === undefined) return null;
  const own = generationOf(projection, generation);
  const { phase, position, report } = await builtSoFar(deps, own);
  if (failures.has(projectionKey(own))) return { generation, position, state: 'stopped' };
  const unwritten = report === null ? 'waiting' : 'filling';
  return { generation, position, state: phase === 'absent' ? unwritten : phase };
};

/** Rows that are not served yet are built even while the projection is paused. */
const isPaused = (paused: ReadonlySet<string>, { name, phase }: ProjectionLag): boolean =>
  phase === 'live' && paused.has(name);

/** The lag of projections, with `paused` for those that are known to be. Throws `Unavailable`, but not for the state alone. */
export const lagOfProjections = async (
  deps: LagDeps & Pick<ListDeps, 'state'>,
): Promise<readonly StandingProjection[]> => {
  const pausedOnes = readControls(deps.state).then(
    ({ paused }) => paused,
    (error: unknown) => {
      if (error instanceof Unavailable) return new Set<string>();
      throw error;
    },
  );
  const [lags, paused] = await Promise.all([projectionLag(deps), pausedOnes]);
  return lags.map((lag) => ({ ...lag, ...(isPaused(paused, lag) && { paused: true }) }));
};

/** Throws `Unavailable`. */
export const listProjections = async (deps: ListDeps): Promise<readonly Listed[]> => {
  const { readModels, projections } = deps;
  const controls = await readControls(deps.state);
  const serving = await Promise.all(projections.map((projection) => servingProjection(readModels, projection)));
  const lags = await projectionLag({ ...deps, projections: serving });
  const listed: Listed[] = [];
  for (const [n, projection] of projections.entries()) {
    const [own, lag] = [serving[n] ?? projection, lags[n]];
    if (lag === undefined) continue;
    const { name, version, phase, position, head, lagMs } = lag;
    const key = projectionKey(own);
    const rebuild = await rebuildOf(deps, controls, projection);
    const [stopped] = [rebuild === null ? own : generationOf(projection, rebuild.generation), own].flatMap(
      (each) => controls.failures.get(projectionKey(each)) ?? [],
    );
    listed.push({
      ...{ name, version, generation: own.generation ?? 0, position, head, lagMs, rebuild },
      state: isPaused(controls.paused, lag) ? 'paused' : controls.failures.has(key) ? 'stopped' : phase,
      rows: phase === 'absent' ? 0 : await countOfRows(readModels, own),
      lastError: stopped === undefined ? await skippedLast(readModels, key) : { kind: 'stopped', ...stopped },
    });
  }
  return listed;
};

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

const hintOf = (name: string, { event }: Failure): string =>
  event === null ? '' : `; to go on without it: colophon projections skip-poison ${name} ${event.id}`;

/** `serving`: readers have switched to it, or to a later one. */
type Goal = 'live' | 'serving';

const progressOf = async (
  deps: WatchDeps,
  { projection, generation: wanted }: RebuildTarget,
  goal: Goal,
  head: Position,
): Promise<RebuildProgress> => {
  const serving = await servingGeneration(deps.readModels, projection);
  const generation = goal === 'serving' ? Math.max(serving, wanted) : wanted;
  const { phase, position, report } = await builtSoFar(deps, generationOf(projection, generation));
  return {
    name: projection.name,
    position,
    head,
    eventsPerSecond: report === null || report.ms === 0 ? null : Math.round((report.events * 1000) / report.ms),
    isDone: phase === 'live' && (goal === 'live' || serving >= generation),
  };
};

type Until = (
  deps: WatchDeps,
  wanted: readonly RebuildTarget[],
  watch: (rebuilds: readonly RebuildProgress[]) => void,
  signal: AbortSignal,
) => Promise<boolean>;

const until =
  (goal: Goal): Until =>
  async (deps, wanted, watch, signal) => {
    for (;;) {
      const head = await deps.events.head();
      const rebuilds = await Promise.all(wanted.map((each) => progressOf(deps, each, goal, head)));
      watch(rebuilds);
      if (rebuilds.every(({ isDone }) => isDone)) return true;
      const { failures } = await readControls(deps.state);
      for (const { projection, generation } of wanted) {
        const failure = failures.get(projectionKey(generationOf(projection, generation)));
        if (failure === undefined) continue;
        throw new RebuildStopped(`${failure.message}${hintOf(projection.name, failure)}`);
      }
      if (signal.aborted) return false;
      await pause(POLL_MS, undefined, { signal }).catch(() => undefined);
    }
  };

/** Resolves to true when all of them serve, or to false when the signal aborts. Throws `RebuildStopped`, `Unavailable`. */
export const untilServing = until('serving');

/** As `untilServing`, but of generations that are not switched to. */
export const untilLive = until('live');
