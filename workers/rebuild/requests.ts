/** What operators may ask of the projector: recorded here, and carried out by the leader, now or later. */
import { setTimeout as pause } from 'node:timers/promises';
import { Refused } from '../../domain/errors.ts';
import { quoted } from '../../domain/shortened.ts';
import { type Projection, projectionKey } from '../../projections/define.ts';
import { generationOf, servingGeneration } from '../../projections/generations.ts';
import { clearFailures, controlKeys, readControls } from './controls.ts';
import { projectionState } from '../projector/lag.ts';
import { isLed, type RebuildDeps, type RebuildTarget } from './leases.ts';
import { nextGeneration, openRegistry, registered, type Registered } from './registry.ts';

/** Throws `Refused` for an unknown name, listing the known ones. */
export const namedProjection = (projections: readonly Projection[], name: string): Projection => {
  const found = projections.find((projection) => projection.name === name);
  if (found !== undefined) return found;
  const names = projections.map((projection) => projection.name).join(', ');
  throw new Refused('invalid', 'unknown_projection', `there is no projection ${quoted(name)}; there are ${names}`);
};

type RequestDeps = Pick<RebuildDeps, 'readModels' | 'state' | 'clock'>;

/**
 * Requests a rebuild of each projection's rows; one that is already running continues, and one that has stopped begins again. Returns
 * the generations that will serve. Throws `Refused` if a projection is paused, with nothing requested.
 */
export const requestRebuild = async (deps: RequestDeps, projections: readonly Projection[]) => {
  const { readModels, state } = deps;
  await openRegistry(readModels);
  const { paused, rebuilds, failures } = await readControls(state);
  for (const { name } of projections)
    if (paused.has(name)) throw new Refused('conflict', 'projection_paused', `${name} is paused: resume it first`);
  const targets: RebuildTarget[] = [];
  for (const projection of projections) {
    const key = projectionKey(projection);
    const generation = await nextGeneration(readModels, projection);
    const before = rebuilds.get(key);
    // Its rows withhold what has stopped it, so others are built.
    const isStopped = before !== undefined && failures.has(projectionKey(generationOf(projection, before.generation)));
    // Another process may have just requested it.
    const ifVersion = isStopped ? before.record.version : 'absent';
    await state.put(controlKeys.rebuild(key), { generation }, { ifVersion });
    const requested = (await readControls(state)).rebuilds.get(key)?.generation ?? generation;
    targets.push({ projection, generation: requested });
  }
  return targets;
};

/** The generations that this release is to serve but that are not complete yet: a projector of this release builds them. */
export const unbuilt = async ({
  readModels,
  projections,
}: Pick<RebuildDeps, 'readModels' | 'projections'>): Promise<readonly RebuildTarget[]> => {
  const targets: RebuildTarget[] = [];
  for (const projection of projections) {
    const generation = await servingGeneration(readModels, projection);
    const { phase } = await projectionState(readModels, generationOf(projection, generation));
    if (phase !== 'live') targets.push({ projection, generation });
  }
  return targets;
};

/** False if it was paused already. */
export const requestPause = async ({ state, clock }: RequestDeps, { name }: Projection): Promise<boolean> =>
  (await state.put(controlKeys.pause(name), { at: clock.now() }, { ifVersion: 'absent' })) !== null;

/** False if it was not paused. */
export const requestResume = ({ state }: RequestDeps, { name }: Projection): Promise<boolean> =>
  state.remove(controlKeys.pause(name));

const isInLog = async (events: RebuildDeps['events'], eventId: string): Promise<boolean> => {
  for await (const { id } of events.readAll({ withData: false })) if (id === eventId) return true;
  return false;
};

/** Catch-ups that the event has stopped continue. Throws `Refused` for an event that is not in the log. */
export const requestSkip = async (
  deps: RequestDeps & Pick<RebuildDeps, 'events'>,
  projection: Projection,
  eventId: string,
): Promise<void> => {
  const { events, state, clock } = deps;
  const key = projectionKey(projection);
  if (!(await isInLog(events, eventId)))
    throw new Refused('not_found', 'event_not_found', `no event of the log has the id ${eventId}`, { field: 'event' });
  await state.put(controlKeys.skip(key, eventId), { at: clock.now() });
  await clearFailures({ state, projections: [projection] });
};

type OldDeps = Pick<RebuildDeps, 'readModels' | 'state' | 'projections' | 'clock'>;

const POLL_MS = 100;

/** Replaced generations, earlier versions, and projections that are no longer declared. */
export const oldGenerations = async ({ readModels, state, projections }: OldDeps): Promise<readonly Registered[]> => {
  await openRegistry(readModels);
  const old: Registered[] = [];
  for (const entry of await registered(readModels)) {
    const current = projections.find(({ name }) => name === entry.projection);
    if (current === undefined || entry.version < current.version) {
      // Kept if projectors of an earlier release maintain it, since readers may still use it.
      if (!(await isLed(state, { ...entry, name: entry.projection }))) old.push(entry);
    }
    // A later version is kept: it may be in preparation.
    else if (entry.version === current.version && entry.generation < (await servingGeneration(readModels, current)))
      old.push(entry);
  }
  return old;
};

/** Has the projector drop them; resolves to true when they are dropped, or to false when the signal aborts. */
export const dropOld = async (
  { readModels, state, clock }: OldDeps,
  old: readonly Registered[],
  signal: AbortSignal,
): Promise<boolean> => {
  for (const { key } of old) await state.put(controlKeys.drop(key), { at: clock.now() });
  const keys = new Set(old.map(({ key }) => key));
  while ((await registered(readModels)).some(({ key }) => keys.has(key))) {
    if (signal.aborted) return false;
    await pause(POLL_MS, undefined, { signal }).catch(() => undefined);
  }
  return true;
};
