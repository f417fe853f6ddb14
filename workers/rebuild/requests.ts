/** Requests to the projector: recorded here, and carried out by the leader, now or later. */
import { Refused } from '../../domain/errors.ts';
import { projectionKey, type Projection } from '../../projections/define.ts';
import { generationOf } from '../../projections/generations.ts';
import { controlKeys, readControls } from './controls.ts';
import type { RebuildDeps } from './deps.ts';
import { clearFailures } from './failing.ts';
import { nextGeneration, openRegistry } from './registry.ts';

type RequestDeps = Pick<RebuildDeps, 'readModels' | 'state' | 'clock'>;

export type RebuildTarget = { readonly projection: Projection; readonly generation: number };

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
