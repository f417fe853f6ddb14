/** What the projector has to run now: of each projection the generation that serves, what is to follow it, and what it followed. */
import type { Clock, Log, StateStore } from '../../commands/ports.ts';
import type { Position } from '../../domain/event.ts';
import { projectionKey, SCRATCH, type Projection } from '../../projections/define.ts';
import { generationOf, serve, servingGeneration } from '../../projections/generations.ts';
import type { ReadModels } from '../../projections/ports.ts';
import { projectionState } from '../projector/index.ts';
import { orderKeys, type Orders } from './orders.ts';
import { dropGeneration, register, registered, retire, type Registered } from './registry.ts';

export type Grace = {
  /** How long a generation is kept up after another has taken its place: readers may still be at it. Milliseconds. */
  readonly generationMs: number;
  /** How long the rows of an earlier version are kept: the release that reads them may come back. Milliseconds. */
  readonly versionMs: number;
};

export type PlanDeps = {
  /** Every generation by its own name. */
  readonly readModels: ReadModels;
  readonly state: StateStore;
  readonly projections: readonly Projection[];
  readonly clock: Clock;
  readonly log: Log;
};

export type Plan = {
  /** Newest generation first, so that one which is switched to is never behind the one that served. */
  readonly live: readonly Projection[];
  readonly filling: readonly Projection[];
  /** The generations that are to take the place of another, by key, with the key of that one. */
  readonly successors: ReadonlyMap<string, string>;
  /** Where each generation stood, by key. */
  readonly positions: ReadonlyMap<string, Position>;
  /** When something is to be dropped, epoch milliseconds; null = nothing is. */
  readonly dueAt: number | null;
};

/** Switches if the wanted generation shows all that the serving one does. The generation that serves. */
const switched = async (
  { readModels, log }: PlanDeps,
  projection: Projection,
  serving: number,
  wanted: number,
): Promise<number> => {
  const [before, after] = await Promise.all(
    [serving, wanted].map((generation) => projectionState(readModels, generationOf(projection, generation))),
  );
  if (before === undefined || after?.phase !== 'live') return serving;
  if (before.phase === 'live' && after.position < before.position) return serving;
  await serve(readModels, projection, wanted);
  log.info({ projection: projectionKey(projection), generation: wanted }, 'rows that were made again serve now');
  return wanted;
};

/** Registers what is run, and forgets that it was ever retired. */
const known = async ({ readModels, clock }: PlanDeps, there: readonly Registered[], run: Projection): Promise<void> => {
  const entry = there.find(({ key }) => key === projectionKey(run));
  if (entry?.retiredAt !== null) await register(readModels, run, clock.now());
};

/**
 * Also does what has come due: switches, retires, drops. Nothing of these projections may be running. Throws `Unavailable`.
 */
export const planNow = async (deps: PlanDeps, orders: Orders, grace: Grace): Promise<Plan> => {
  const { readModels, state, projections, clock, log } = deps;
  const now = clock.now();
  const there = await registered(readModels);
  const run: Projection[] = [];
  const retired = new Set<Projection>();
  const successors = new Map<string, string>();
  let dueAt: number | null = null;

  /** True if it is gone. */
  const ages = async (entry: Registered, graceMs: number): Promise<boolean> => {
    const retiredAt = entry.retiredAt ?? now;
    if (entry.retiredAt === null) await retire(readModels, entry, now);
    if (!orders.drops.has(entry.key) && now < retiredAt + graceMs) {
      dueAt = Math.min(dueAt ?? Infinity, retiredAt + graceMs);
      return false;
    }
    await dropGeneration(readModels, entry);
    await state.remove(orderKeys.drop(entry.key));
    log.info({ projection: entry.key }, 'rows that nobody reads any more were dropped');
    return true;
  };

  for (const projection of projections) {
    const base = projectionKey(projection);
    const order = orders.rebuilds.get(base);
    let serving = await servingGeneration(readModels, projection);
    const wanted = Math.max(order?.generation ?? 0, serving);
    const isPaused = orders.paused.has(projection.name);
    if (wanted > serving && !isPaused) serving = await switched(deps, projection, serving, wanted);
    if (order !== undefined && order.generation <= serving) await state.remove(order.record.key, order.record.version);

    const own = there.filter((entry) => entry.projection === projection.name && entry.version === projection.version);
    const old = own.filter(({ generation }) => generation !== SCRATCH && generation < serving);
    const kept: number[] = [];
    for (const entry of old) if (!(await ages(entry, grace.generationMs))) kept.push(entry.generation);
    for (const generation of new Set([wanted, serving])) await known(deps, there, generationOf(projection, generation));
    if (isPaused) continue;
    if (wanted > serving) successors.set(projectionKey(generationOf(projection, wanted)), projectionKey(generationOf(projection, serving))); // prettier-ignore
    for (const generation of [...new Set([wanted, serving, ...kept])].sort((a, b) => b - a))
      run.push(generationOf(projection, generation));
    for (const each of run) if (each.name === projection.name && (each.generation ?? 0) < serving) retired.add(each);
  }

  for (const entry of there) {
    const current = projections.find(({ name }) => name === entry.projection);
    const isEarlier = current !== undefined && entry.version < current.version;
    // What this release does not know may be a later one's: it goes only when somebody says so.
    const isForeign = current === undefined || entry.generation === SCRATCH || entry.version > current.version;
    if (isEarlier) await ages(entry, grace.versionMs);
    else if (isForeign && orders.drops.has(entry.key)) await ages(entry, 0);
  }

  const live: Projection[] = [];
  const filling: Projection[] = [];
  const positions = new Map<string, Position>();
  for (const each of run) {
    if (orders.failures.has(projectionKey(each))) continue;
    const { phase, position } = await projectionState(readModels, each);
    positions.set(projectionKey(each), position);
    if (phase === 'live') live.push(each);
    else if (!retired.has(each)) filling.push(each);
  }
  return { live, filling, successors, positions, dueAt };
};
