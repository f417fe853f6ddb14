/** What the projector has to run now: of each projection the generation that serves, what is to follow it, and what it followed. */
import type { Position } from '../../domain/event.ts';
import { isScratch, projectionKey, type Projection } from '../../projections/define.ts';
import { generationOf, serve, servingGeneration } from '../../projections/generations.ts';
import { projectionState } from '../projector/index.ts';
import { retireOthers, retentionNow, type Retention } from './retention.ts';
import type { ProjectionControls } from './controls.ts';
import type { RebuildDeps } from './deps.ts';
import { register, registered, type Registered } from './registry.ts';

/** `projections`: those that are led here. */
export type PlanDeps = Pick<RebuildDeps, 'events' | 'readModels' | 'state' | 'projections' | 'clock' | 'log'> & {
  /** All that the release declares. Default: those that are led. */
  readonly declared?: readonly Projection[];
};

export type Plan = {
  /** Newest generation first, so that one which is switched to is never behind the one that served. */
  readonly live: readonly Projection[];
  readonly catchingUp: readonly Projection[];
  /** Of each projection the generation that readers read. */
  readonly serving: readonly Projection[];
  /** The generations that are to take the place of another, by key, with the key of that one. */
  readonly successors: ReadonlyMap<string, string>;
  /** Where each generation stood, by key. */
  readonly positions: ReadonlyMap<string, Position>;
  /** When something is to be dropped, epoch milliseconds; null = nothing is. */
  readonly dueAt: number | null;
};

/** The generations of one projection that there are to be. */
type Standing = { readonly serving: Projection; readonly wanted: Projection; readonly followed: readonly Projection[] };

/**
 * Switches if the wanted generation shows all that the serving one does, which may have seen events that were the last and
 * have been erased since. The generation that serves.
 */
const switched = async (
  { readModels, log, events }: PlanDeps,
  projection: Projection,
  serving: number,
  wanted: number,
): Promise<number> => {
  const [before, after] = await Promise.all(
    [serving, wanted].map((generation) => projectionState(readModels, generationOf(projection, generation))),
  );
  if (before === undefined || after?.phase !== 'live') return serving;
  const isBehind = before.phase === 'live' && after.position < before.position;
  if (isBehind && after.position < (await events.head())) return serving;
  await serve(readModels, projection, wanted);
  log.info({ projection: projectionKey(projection), generation: wanted }, 'rebuilt rows are served now');
  return wanted;
};

/** Registers what is to be run, and forgets that it was ever retired. */
const known = async ({ readModels }: PlanDeps, there: readonly Registered[], run: Projection): Promise<void> => {
  const entry = there.find(({ key }) => key === projectionKey(run));
  if (entry?.retiredAt !== null) await register(readModels, run);
};

const standingOf = async (
  deps: PlanDeps,
  controls: ProjectionControls,
  projection: Projection,
  there: readonly Registered[],
  isGone: (entry: Registered) => Promise<boolean>,
): Promise<Standing> => {
  const { readModels, state } = deps;
  const { name, version } = projection;
  const order = controls.rebuilds.get(projectionKey(projection));
  let serving = await servingGeneration(readModels, projection);
  const wanted = Math.max(order?.generation ?? 0, serving);
  if (wanted > serving && !controls.paused.has(name)) serving = await switched(deps, projection, serving, wanted);
  if (order !== undefined && order.generation <= serving) await state.remove(order.record.key, order.record.version);

  const followed: number[] = [];
  for (const entry of there) {
    if (entry.projection !== name || entry.version !== version || isScratch(entry.generation)) continue;
    if (entry.generation < serving && !(await isGone(entry))) followed.push(entry.generation);
  }
  for (const generation of new Set([wanted, serving])) await known(deps, there, generationOf(projection, generation));
  const of = (generation: number): Projection => generationOf(projection, generation);
  return { serving: of(serving), wanted: of(wanted), followed: followed.sort((a, b) => b - a).map(of) };
};

/**
 * Also does what has come due: switches, retires, drops. Nothing of these projections may be running. Throws `Unavailable`.
 */
export const planNow = async (deps: PlanDeps, controls: ProjectionControls, grace: Retention): Promise<Plan> => {
  const { readModels, projections } = deps;
  const there = await registered(readModels);
  const retention = retentionNow(deps, controls);
  const [live, catchingUp, served]: [Projection[], Projection[], Projection[]] = [[], [], []];
  const successors = new Map<string, string>();
  const positions = new Map<string, Position>();

  const place = async (each: Projection, isToCatchUp: boolean): Promise<void> => {
    const key = projectionKey(each);
    if (controls.failures.has(key)) return;
    const { phase, position } = await projectionState(readModels, each);
    positions.set(key, position);
    if (phase === 'live') live.push(each);
    else if (isToCatchUp) catchingUp.push(each);
  };

  for (const projection of projections) {
    const isGone = (entry: Registered): Promise<boolean> => retention.isGone(entry, grace.generationMs);
    const { serving, wanted, followed } = await standingOf(deps, controls, projection, there, isGone);
    served.push(serving);
    if (controls.paused.has(projection.name)) continue;
    const [key, other] = [projectionKey(wanted), projectionKey(serving)];
    if (key !== other) {
      successors.set(key, other);
      await place(wanted, true);
    }
    await place(serving, true);
    for (const each of followed) await place(each, false);
  }
  const { declared = projections, state } = deps;
  await retireOthers(retention, there, declared, controls, { state, ...grace });
  return { live, catchingUp, serving: served, successors, positions, dueAt: retention.dueAt };
};
