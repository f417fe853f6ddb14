/** What the projector must do next, and what it must run then: a pure function of what the stores show. */
import type { StateRecord } from '../../commands/ports.ts';
import { type Projection, projectionKey } from '../../projections/define.ts';
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

/**
 * What happens to rows that are not to serve: drops those that are due, or whose drop an operator has requested; otherwise retires them,
 * if they are not yet retired.
 */
const retained = (
  { now, controls: { drops } }: Pick<Observed, 'now' | 'controls'>,
  entry: Registered,
  graceMs: number,
): readonly Action[] => {
  // A time in the future came from a wrong clock.
  const isRetired = entry.retiredAt !== null && entry.retiredAt <= now;
  if (drops.has(entry.key) || now >= (isRetired ? entry.retiredAt : now) + graceMs) return [{ type: 'drop', entry }];
  return isRetired ? [] : [{ type: 'retire', entry }];
};

/**
 * What happens to rows that the release does not declare. Earlier versions age unless another process leads them. Unknown rows may
 * belong to a later release and are left alone.
 */
const othersRetained = (
  observed: Observed,
  declared: readonly Projection[],
  { versionMs }: Retention,
): readonly Action[] =>
  observed.registered.flatMap((entry) => {
    const own = declared.find(({ name }) => name === entry.projection);
    if (entry.version === own?.version || observed.atWork.has(entry.key)) return [];
    const isEarlier = own !== undefined && entry.version < own.version;
    if (!isEarlier && !observed.controls.drops.has(entry.key)) return [];
    return retained(observed, entry, isEarlier ? versionMs : 0);
  });

/** What to run: of each projection the serving generation, its successor, its predecessors, and one that verifies it. */
export type Plan = {
  /** Newest generation first, so that a generation readers switch to is never behind the previous one. */
  readonly live: readonly Projection[];
  readonly catchingUp: readonly Projection[];
};

type ProjectionPlan = {
  readonly actions: readonly Action[];
  /** The generations to run, newest first. */
  readonly run: readonly { readonly projection: Projection; readonly isLive: boolean }[];
};

/** Whether it shows all that the serving one does, which may be past the head if the last events it saw have been erased since. */
const mayBeSwitched = ({ head }: Observed, { serving, wanted, states }: ObservedProjection): boolean => {
  const [before, after] = [states.get(serving), states.get(wanted)];
  if (before === undefined || after?.phase !== 'live') return false;
  const isBehind = before.phase === 'live' && after.position < before.position;
  return !isBehind || after.position >= head;
};

const planFor = (observed: Observed, projection: ObservedProjection, { generationMs }: Retention): ProjectionPlan => {
  const { controls, registered } = observed;
  const { declared, wanted, verified, states } = projection;
  const isPaused = controls.paused.has(declared.name);
  const isSwitched = wanted > projection.serving && mayBeSwitched(observed, projection);
  const serving = isSwitched ? wanted : projection.serving;
  const request = controls.rebuilds.get(projectionKey(declared));

  const own = registered.filter((entry) => entry.projection === declared.name && entry.version === declared.version);
  const used = new Set([wanted, serving, ...verified]);
  // A later one than the serving one was built for a request that is over: it has had no readers.
  const past = own
    .filter(({ generation }) => !used.has(generation))
    .map((entry) => ({ entry, actions: retained(observed, entry, entry.generation < serving ? generationMs : 0) }));
  const kept = past.filter(({ actions }) => actions.every(({ type }) => type !== 'drop'));
  const unregistered = [...used].filter(
    (generation) => own.find((entry) => entry.generation === generation)?.retiredAt !== null,
  );

  const running = (generation: number): ProjectionPlan['run'] => {
    const [run, state] = [generationOf(declared, generation), states.get(generation)];
    if (state === undefined || controls.failures.has(projectionKey(run))) return [];
    const isLive = state.phase === 'live';
    // A pause holds only rows that readers see; a generation that was replaced before it had caught up is no longer needed.
    if (isLive ? isPaused && generation <= serving : !used.has(generation)) return [];
    return [{ projection: run, isLive }];
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
    run: [...used, ...kept.map(({ entry }) => entry.generation)].sort((a, b) => b - a).flatMap(running),
  };
};

/**
 * The actions must be done in order, with none of these projections running; the plan holds once they are. `declared`: all that the
 * release declares.
 */
export const nextActions = (
  observed: Observed,
  declared: readonly Projection[],
  retention: Retention,
): { readonly actions: readonly Action[]; readonly plan: Plan } => {
  const plans = observed.projections.map((projection) => planFor(observed, projection, retention));
  const run = plans.flatMap((plan) => plan.run);
  const others = othersRetained(observed, declared, retention);
  return {
    actions: [...plans.flatMap(({ actions }) => actions), ...others],
    plan: {
      live: run.filter(({ isLive }) => isLive).map(({ projection }) => projection),
      catchingUp: run.filter(({ isLive }) => !isLive).map(({ projection }) => projection),
    },
  };
};
