/** What the stores show before the next actions are decided. */
import { BEGINNING, type Position } from '../../domain/event.ts';
import { projectionKey, type Projection } from '../../projections/define.ts';
import { generationOf, servingGeneration } from '../../projections/generations.ts';
import { projectionState, type ProjectionState } from '../projector/lag.ts';
import { isLed, type RebuildDeps } from './leases.ts';
import { type ProjectionControls, readControls } from './controls.ts';
import { registered, type Registered } from './registry.ts';

/** A projection led by this process, and its generations. */
export type ObservedProjection = {
  readonly declared: Projection;
  readonly serving: number;
  /** The generation that readers are to use. */
  readonly wanted: number;
  /** Generations that are built only to be compared with it. */
  readonly verified: readonly number[];
  /** The state of all these and of every other registered generation. */
  readonly states: ReadonlyMap<number, ProjectionState>;
};

export type Observed = {
  /** Epoch milliseconds. */
  readonly now: number;
  readonly controls: ProjectionControls;
  readonly registered: readonly Registered[];
  readonly projections: readonly ObservedProjection[];
  /** Read after the states, and only if one generation is to replace another. */
  readonly head: Position;
  /** Keys of registered generations of versions not led here, which another process leads. */
  readonly atWork: ReadonlySet<string>;
};

type ObserveDeps = Pick<RebuildDeps, 'events' | 'readModels' | 'state' | 'projections' | 'clock'>;

const observeProjection = async (
  { readModels }: Pick<ObserveDeps, 'readModels'>,
  declared: Projection,
  controls: ProjectionControls,
  entries: readonly Registered[],
): Promise<ObservedProjection> => {
  const { name, version } = declared;
  const serving = await servingGeneration(readModels, declared);
  const key = projectionKey(declared);
  const wanted = Math.max(controls.rebuilds.get(key)?.generation ?? 0, serving);
  const verified = controls.verified.get(key) ?? [];
  const own = entries.filter((entry) => entry.projection === name && entry.version === version);
  const all = new Set([serving, wanted, ...verified, ...own.map(({ generation }) => generation)]);
  const states = new Map<number, ProjectionState>();
  for (const generation of all)
    states.set(generation, await projectionState(readModels, generationOf(declared, generation)));
  return { declared, serving, wanted, verified, states };
};

/** Throws `Unavailable`. */
export const observe = async (deps: ObserveDeps): Promise<Observed> => {
  const { events, readModels, state, clock } = deps;
  // Before the requests: a registered generation that none of them refers to will never be referred to again.
  const entries = await registered(readModels);
  const controls = await readControls(state);
  const projections: ObservedProjection[] = [];
  for (const each of deps.projections) projections.push(await observeProjection(deps, each, controls, entries));
  const isFollowed = projections.some(({ serving, wanted }) => wanted > serving);
  const head = isFollowed ? await events.head() : BEGINNING;
  const isLedHere = ({ projection, version }: Registered): boolean =>
    deps.projections.some((led) => led.name === projection && led.version === version);
  const atWork = new Set<string>();
  for (const entry of entries)
    if (!isLedHere(entry) && (await isLed(state, { ...entry, name: entry.projection }))) atWork.add(entry.key);
  return { now: clock.now(), controls, registered: entries, projections, head, atWork };
};
