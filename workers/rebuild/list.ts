/** The status of every projection: what it serves, how far behind it is, its rebuild, and its last error. */
import { Unavailable } from '../../domain/errors.ts';
import type { Position } from '../../domain/event.ts';
import { collectionsOf, projectionKey, type Projection } from '../../projections/define.ts';
import { generationOf, servingProjection } from '../../projections/generations.ts';
import type { ReadModels } from '../../projections/ports.ts';
import { poisonEvents, projectionLag, projectionState, type LagDeps, type ProjectionLag } from '../projector/index.ts';
import { catchUpReport } from './catch-up-report.ts';
import { readControls, type Failure, type ProjectionControls } from './controls.ts';
import type { RebuildDeps } from './deps.ts';

type ListDeps = Pick<RebuildDeps, 'events' | 'readModels' | 'state' | 'projections' | 'clock'>;

export type LastError = Failure & { readonly kind: 'stopped' | 'skipped' };

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
  { readModels, state }: ListDeps,
  { rebuilds, failures }: ProjectionControls,
  projection: Projection,
): Promise<Listed['rebuild']> => {
  const generation = rebuilds.get(projectionKey(projection))?.generation;
  if (generation === undefined) return null;
  const own = generationOf(projection, generation);
  const key = projectionKey(own);
  const [{ phase, position }, report] = await Promise.all([
    projectionState(readModels, own),
    catchUpReport(state, key),
  ]);
  const at = Math.max(position, report?.position ?? position);
  if (failures.has(key)) return { generation, position: at, state: 'stopped' };
  // Before its first write, it has no checkpoint yet.
  const unwritten = report === null ? 'waiting' : 'filling';
  return { generation, position: at, state: phase === 'absent' ? unwritten : phase };
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
