/** What the projector must do next, and what it must run then: a pure function of what the stores show. */
import type { StateRecord } from '../../commands/ports.ts';
import type { Position } from '../../domain/event.ts';
import { isScratch, type Projection, projectionKey } from '../../projections/define.ts';
import { generationOf } from '../../projections/generations.ts';
import type { Observed, ObservedProjection } from './observe.ts';
import type { Registered } from './registry.ts';

export type Action =
  /** Readers switch to this generation. */
  | { readonly type: 'switchReaders'; readonly projection: Projection; readonly generation: number }
  /** The rebuild that an operator requested is done. */
  | { readonly type: 'endRebuild'; readonly record: StateRecord }
  /** The generation is to be run, even if it was retired before. */
  | { readonly type: 'register'; readonly projection: Projection }
  | { readonly type: 'retire'; readonly entry: Registered }
  | { readonly type: 'drop'; readonly entry: Registered };

export type Retention = {
  /** How long a generation is kept up to date after another has replaced it, since readers may still use it. Milliseconds. */
  readonly generationMs: number;
  /** How long the rows of an earlier version are kept, since the release that reads them may come back. Milliseconds. */
  readonly versionMs: number;
};

/** What happens to rows; `dueAt`: when to check them again, epoch milliseconds, or null if they are dropped. */
type Retained = { readonly actions: readonly Action[]; readonly dueAt: number | null };

/**
 * What happens to rows that another generation or version has replaced: drops those that are due, or whose drop an operator has requested;
 * otherwise retires them, if they are not yet retired.
 */
const retained = (
  { now, controls: { drops } }: Pick<Observed, 'now' | 'controls'>,
  entry: Registered,
  graceMs: number,
): Retained => {
  // A time in the future came from a wrong clock.
  const isRetired = entry.retiredAt !== null && entry.retiredAt <= now;
  const dueAt = (isRetired ? entry.retiredAt : now) + graceMs;
  if (drops.has(entry.key) || now >= dueAt) return { actions: [{ type: 'drop', entry }], dueAt: null };
  return { actions: isRetired ? [] : [{ type: 'retire', entry }], dueAt };
};

/**
 * What happens to rows that the release does not declare. Earlier versions age unless another process is
 * working on them. Unknown rows may belong to a later release and are left alone.
 */
const othersRetained = (
  observed: Pick<Observed, 'now' | 'controls' | 'registered' | 'atWork'>,
  declared: readonly Projection[],
  { generationMs, versionMs }: Retention,
): readonly Retained[] =>
  observed.registered.flatMap((entry) => {
    const own = declared.find(({ name }) => name === entry.projection);
    const isDeclared = entry.version === own?.version;
    const isEarlier = own !== undefined && entry.version < own.version;
    const isOther = !isDeclared || isScratch(entry.generation);
    if (!isEarlier && !(observed.controls.drops.has(entry.key) && isOther)) return [];
    if (!isDeclared && observed.atWork.has(entry.key)) return [{ actions: [], dueAt: observed.now + generationMs }];
    return [retained(observed, entry, isEarlier ? versionMs : 0)];
  });

/** What to run once the actions are done: of each projection the serving generation, its successor and its predecessors. */
export type Plan = {
  /** Newest generation first, so that a generation readers switch to is never behind the previous one. */
  readonly live: readonly Projection[];
  readonly catchingUp: readonly Projection[];
  /** The generation that readers use, for each projection. */
  readonly serving: readonly Projection[];
  /** The key of each generation that is to replace another, with the key of the one it replaces. */
  readonly successors: ReadonlyMap<string, string>;
  /** The position of each generation when the plan was made, by key. */
  readonly positions: ReadonlyMap<string, Position>;
  /** When something is next to be dropped, epoch milliseconds; null = nothing is. */
  readonly dueAt: number | null;
};

type ProjectionPlan = {
  readonly actions: readonly Action[];
  readonly past: readonly Retained[];
  readonly serving: Projection;
  readonly successor: Projection | null;
  /** The generations to run, newest first. */
  readonly run: readonly Running[];
};

type Running = { readonly projection: Projection; readonly phase: 'live' | 'filling'; readonly position: Position };

/** Whether it shows all that the serving one does, which may be past the head if the last events it saw have been erased since. */
const mayBeSwitched = ({ head }: Observed, { serving, wanted, states }: ObservedProjection): boolean => {
  const [before, after] = [states.get(serving), states.get(wanted)];
  if (before === undefined || after?.phase !== 'live') return false;
  const isBehind = before.phase === 'live' && after.position < before.position;
  return !isBehind || after.position >= head;
};

const planFor = (observed: Observed, projection: ObservedProjection, { generationMs }: Retention): ProjectionPlan => {
  const { controls, registered } = observed;
  const { declared, wanted, states } = projection;
  const isPaused = controls.paused.has(declared.name);
  const isSwitched = wanted > projection.serving && mayBeSwitched(observed, projection);
  const serving = isSwitched ? wanted : projection.serving;
  const request = controls.rebuilds.get(projectionKey(declared));

  const own = registered.filter(
    (entry) => entry.projection === declared.name && entry.version === declared.version && !isScratch(entry.generation),
  );
  const past = own
    .filter(({ generation }) => generation < serving)
    .map((entry) => ({ generation: entry.generation, ...retained(observed, entry, generationMs) }))
    .sort((a, b) => b.generation - a.generation);
  const kept = past.filter(({ dueAt }) => dueAt !== null).map(({ generation }) => generation);
  const unregistered = [...new Set([wanted, serving])].filter(
    (generation) => own.find((entry) => entry.generation === generation)?.retiredAt !== null,
  );

  const running = (generation: number): readonly Running[] => {
    const [run, state] = [generationOf(declared, generation), states.get(generation)];
    if (state === undefined || controls.failures.has(projectionKey(run))) return [];
    const isLive = state.phase === 'live';
    // A pause holds only rows that readers see; a generation that was replaced before it had caught up is no longer needed.
    if (isLive ? isPaused && generation <= serving : generation < serving) return [];
    return [{ projection: run, phase: isLive ? 'live' : 'filling', position: state.position }];
  };

  return {
    actions: [
      ...(isSwitched ? [{ type: 'switchReaders', projection: declared, generation: wanted } as const] : []),
      ...(request !== undefined && request.generation <= serving
        ? [{ type: 'endRebuild', record: request.record } as const]
        : []),
      ...past.flatMap(({ actions }) => actions),
      ...unregistered.map(
        (generation) => ({ type: 'register', projection: generationOf(declared, generation) }) as const,
      ),
    ],
    past,
    serving: generationOf(declared, serving),
    successor: wanted > serving ? generationOf(declared, wanted) : null,
    run: [...new Set([wanted, serving, ...kept])].flatMap(running),
  };
};

/** The actions must be done in order, with none of these projections running. `declared`: all that the release declares. */
export const nextActions = (
  observed: Observed,
  declared: readonly Projection[],
  retention: Retention,
): { readonly actions: readonly Action[]; readonly plan: Plan } => {
  const plans = observed.projections.map((projection) => planFor(observed, projection, retention));
  const others = othersRetained(observed, declared, retention);
  const run = plans.flatMap((plan) => plan.run);
  const inPhase = (phase: Running['phase']): readonly Projection[] =>
    run.filter((each) => each.phase === phase).map(({ projection }) => projection);
  const dueAt = [...plans.flatMap(({ past }) => past), ...others].flatMap((each) => each.dueAt ?? []);
  return {
    actions: [...plans, ...others].flatMap(({ actions }) => actions),
    plan: {
      live: inPhase('live'),
      catchingUp: inPhase('filling'),
      serving: plans.map(({ serving }) => serving),
      successors: new Map(
        plans.flatMap(({ serving, successor }) =>
          successor === null ? [] : [[projectionKey(successor), projectionKey(serving)] as const],
        ),
      ),
      positions: new Map(run.map(({ projection, position }) => [projectionKey(projection), position])),
      dueAt: dueAt.length === 0 ? null : Math.min(...dueAt),
    },
  };
};
