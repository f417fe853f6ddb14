/** What the stores show before the next actions are decided. */
import { BEGINNING, type Position } from '../../domain/event.ts';
import { isScratch, projectionKey, type Projection } from '../../projections/define.ts';
import { generationOf, servingGeneration } from '../../projections/generations.ts';
import { projectionState, type ProjectionState } from '../projector/index.ts';
import { isSomebodyAtWork } from './led.ts';
import { readControls, type ProjectionControls } from './controls.ts';
import type { RebuildDeps } from './deps.ts';
import { registered, type Registered } from './registry.ts';

/** A projection that is led here, and its generations. */
export type ObservedProjection = {
  readonly declared: Projection;
  /** The generation that readers read. */
  readonly serving: number;
  /** The generation that they are to read. */
  readonly wanted: number;
  /** Where those two stand, and every other that is registered. */
  readonly states: ReadonlyMap<number, ProjectionState>;
};

export type Observed = {
  /** Epoch milliseconds. */
  readonly now: number;
  readonly controls: ProjectionControls;
  readonly registered: readonly Registered[];
  readonly projections: readonly ObservedProjection[];
  /** Asked after the states, and only where one generation is to follow another. */
  readonly head: Position;
  /** Keys of the registered generations, of versions that are not led here, that another process leads or may be preparing. */
  readonly atWork: ReadonlySet<string>;
};

type ObserveDeps = Pick<RebuildDeps, 'events' | 'readModels' | 'state' | 'projections' | 'clock'>;

const observeProjection = async (
  { readModels }: Pick<ObserveDeps, 'readModels'>,
  declared: Projection,
  { rebuilds }: ProjectionControls,
  there: readonly Registered[],
): Promise<ObservedProjection> => {
  const { name, version } = declared;
  const serving = await servingGeneration(readModels, declared);
  const wanted = Math.max(rebuilds.get(projectionKey(declared))?.generation ?? 0, serving);
  const own = there.filter((entry) => entry.projection === name && entry.version === version);
  const all = new Set([serving, wanted, ...own.map(({ generation }) => generation)]);
  const states = new Map<number, ProjectionState>();
  for (const generation of all)
    if (!isScratch(generation))
      states.set(generation, await projectionState(readModels, generationOf(declared, generation)));
  return { declared, serving, wanted, states };
};

/** Throws `Unavailable`. */
export const observe = async (deps: ObserveDeps): Promise<Observed> => {
  const { events, readModels, state, clock } = deps;
  const controls = await readControls(state);
  const there = await registered(readModels);
  const projections: ObservedProjection[] = [];
  for (const each of deps.projections) projections.push(await observeProjection(deps, each, controls, there));
  const isFollowed = projections.some(({ serving, wanted }) => wanted > serving);
  const head = isFollowed ? await events.head() : BEGINNING;
  const isLedHere = ({ projection, version }: Registered): boolean =>
    deps.projections.some((led) => led.name === projection && led.version === version);
  const atWork = new Set<string>();
  for (const entry of there)
    if (!isLedHere(entry) && (await isSomebodyAtWork(state, { ...entry, name: entry.projection })))
      atWork.add(entry.key);
  return { now: clock.now(), controls, registered: there, projections, head, atWork };
};
