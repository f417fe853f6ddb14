/** Leads the projector: runs what the plan says, and plans again whenever a request, a switch or a due date requires it. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Lease } from '../../commands/lease.ts';
import { LaterRelease, Unavailable } from '../../domain/errors.ts';
import { BEGINNING, type Position } from '../../domain/event.ts';
import { type Projection, projectionKey } from '../../projections/define.ts';
import { servingGeneration, switchReaders } from '../../projections/generations.ts';
import type { Checkpoint } from '../../projections/ports.ts';
import { loggedWait, type Progress, type ProjectorOptions, runProjector } from '../projector/index.ts';
import { PoisonEvent, poisonEvents } from '../projector/poison.ts';
import { allowances, clearFailures, controlKeys, readControls, recordFailure } from './controls.ts';
import { acquireCatchUp, isCatchUpLeased, type RebuildDeps } from './leases.ts';
import { reporting } from './list.ts';
import { repairCheckpoints } from './log-identity.ts';
import { type Action, nextActions, type Plan, type Retention } from './next-actions.ts';
import { observe, type Observed } from './observe.ts';
import { dropGeneration, openRegistry, register, retire } from './registry.ts';

type PerformDeps = Pick<RebuildDeps, 'readModels' | 'state' | 'log'>;

/** Safe to repeat after an interruption. `now`: when it was decided, epoch milliseconds. Throws `Unavailable`. */
const perform = async ({ readModels, state, log }: PerformDeps, action: Action, now: number): Promise<void> => {
  switch (action.type) {
    case 'switchReaders': {
      const { projection, generation } = action;
      await switchReaders(readModels, projection, generation);
      log.info({ projection: projectionKey(projection), generation }, 'rebuilt rows are now served');
      return;
    }
    case 'endRebuild':
      await state.remove(action.record.key, action.record.version);
      return;
    case 'register':
      await register(readModels, action.projection);
      return;
    case 'retire':
      await retire(readModels, action.entry, now);
      return;
    case 'drop': {
      const { entry } = action;
      await dropGeneration(readModels, entry);
      await state.remove(controlKeys.drop(entry.key));
      log.info({ projection: entry.key }, 'old rows were dropped');
    }
  }
};

export type Planned = {
  readonly plan: Plan;
  /** Epoch milliseconds. */
  readonly madeAt: number;
  /** The signature of the controls that the plan is based on. */
  readonly signature: string;
  readonly mayCatchUp: boolean;
};

export type Look = {
  /** Epoch milliseconds. */
  readonly now: number;
  readonly signature: string;
  /** Keys of the generations that readers use. */
  readonly serving: ReadonlySet<string>;
  /** Checkpoints of successors and of the generations they replace, by key. */
  readonly checkpoints: ReadonlyMap<string, Checkpoint | null>;
  /** Read only if one generation is to replace another. */
  readonly head: Position;
  /** Also true if nothing has to catch up, or if this process does. */
  readonly isCatchUpLed: boolean;
};

type LookDeps = Pick<RebuildDeps, 'readModels' | 'state' | 'clock' | 'events'>;

/** Throws `Unavailable`. */
const look = async ({ readModels, state, clock, events }: LookDeps, { plan, mayCatchUp }: Planned): Promise<Look> => {
  const { signature } = await readControls(state);
  const serving = new Set<string>();
  for (const each of plan.serving)
    serving.add(projectionKey({ ...each, generation: await servingGeneration(readModels, each) }));
  const checkpoints = new Map<string, Checkpoint | null>();
  for (const [key, followed] of plan.successors)
    for (const each of [followed, key]) checkpoints.set(each, await readModels.checkpoint(each));
  return {
    ...{ now: clock.now(), signature, serving, checkpoints },
    // Read after the checkpoints: only rows that have seen events erased since can then be past it.
    head: checkpoints.size === 0 ? BEGINNING : await events.head(),
    isCatchUpLed: mayCatchUp || plan.catchingUp.length === 0 || (await isCatchUpLeased(state)),
  };
};

export type Reason = 'due' | 'requested' | 'switched' | 'at the end' | 'behind';

/** Whether a successor has reached the end of the log while the generation it replaces is past that end: see `next-actions.ts`. */
const isAtTheEnd = ({ successors }: Plan, { checkpoints, head }: Look): boolean =>
  [...successors].some(([key, followed]) => {
    const [before, next] = [checkpoints.get(followed), checkpoints.get(key)];
    if (before == null || next?.phase !== 'live' || next.position >= before.position) return false;
    return before.position > head && next.position >= head;
  });

/** Why a new plan is needed; null if this one holds. `before`: the signature at the previous look. */
export const outdatedBy = (
  { plan, madeAt, signature, mayCatchUp }: Planned,
  seen: Look,
  before: string,
): Reason | null => {
  // What is due waits for a catch-up, which would have to read again what it has not written.
  const isCatchingUp = mayCatchUp && plan.catchingUp.length > 0;
  // A clock that has been set back since would let it wait as much longer.
  if (!isCatchingUp && plan.dueAt !== null && (seen.now >= plan.dueAt || seen.now < madeAt)) return 'due';
  // Waits until no more requests come in, so that they are carried out together and the log is read once for all of them.
  if (seen.signature === before && seen.signature !== signature) return 'requested';
  // A delayed leader may have switched late.
  if (plan.serving.some((each) => !seen.serving.has(projectionKey(each)))) return 'switched';
  if (isAtTheEnd(plan, seen)) return 'at the end';
  return seen.isCatchUpLed ? null : 'behind';
};

/** `projections`: those led by this process. */
type LeadDeps = RebuildDeps & {
  /** All projections that the release declares. Default: those led here. */
  readonly declared?: readonly Projection[];
};

export type LeadOptions = Omit<ProjectorOptions, 'onCaughtUp'> & {
  readonly retention?: Retention;
  /** How often it checks the controls, in milliseconds. */
  readonly pollMs?: number;
  /** How long to wait for a log that ends before a checkpoint, before the checkpoint is considered invalid. Milliseconds. */
  readonly patienceMs?: number;
};

const MINUTE_MS = 60_000;
export const DEFAULT_RETENTION: Retention = { generationMs: 10 * MINUTE_MS, versionMs: 24 * 60 * MINUTE_MS };
const POLL_MS = 500;
/** Between attempts at an event that only an upgrade makes readable. */
const LATER_MS = 10_000;

/** Resolves when the signal aborts or the plan no longer holds. */
const untilOutdated = async (
  deps: LeadDeps,
  planned: Planned,
  { pollMs, signal }: { readonly pollMs: number; readonly signal: AbortSignal },
): Promise<void> => {
  let { signature } = planned;
  for (;;) {
    await pause(pollMs, undefined, { signal }).catch(() => undefined);
    if (signal.aborted) return;
    try {
      const seen = await look(deps, planned);
      if (outdatedBy(planned, seen, signature) !== null) return;
      ({ signature } = seen);
    } catch (error) {
      if (!(error instanceof Unavailable)) throw error;
    }
  }
};

/** Whether a progress report completes the plan as far as it goes: the next plan is made with nothing running. */
const fulfilling = ({ catchingUp, successors, positions }: Plan) => {
  const reached = new Map(positions);
  const behind = new Set(catchingUp.map(projectionKey));
  return ({ projection, position, phase }: Progress): boolean => {
    reached.set(projection, position);
    if (phase !== 'live') return false;
    // A projection that has just caught up must run alongside all others, in step with the one it replaces; others may then catch up.
    if (behind.delete(projection)) return behind.size === 0;
    const followed = successors.get(projection);
    return followed !== undefined && position >= (reached.get(followed) ?? BEGINNING);
  };
};

/**
 * Runs until the signal aborts. Each projection is led by at most one process, see `leases.ts`. Rows that have caught up but may not
 * be switched to are recorded and left alone; everything else continues. Any other error is a bug, and rejects.
 */
export const leadProjections = async (deps: LeadDeps, options: LeadOptions): Promise<void> => {
  const { state, log, holder, readModels } = deps;
  const {
    signal,
    retention = DEFAULT_RETENTION,
    pollMs = POLL_MS,
    patienceMs,
    onProgress,
    onWait = loggedWait(log),
    ...sizes
  } = options;
  let lease: Lease | null = null;

  const turn = async ({ controls, now: madeAt }: Observed, plan: Plan): Promise<void> => {
    const over = new AbortController();
    let isStoreUnavailable = false;
    const ends = AbortSignal.any([signal, over.signal, ...(lease === null ? [] : [lease.lost])]);
    const isFulfilled = fulfilling(plan);
    const allowed = await allowances(readModels, controls, plan.catchingUp.length === 0 ? [] : deps.projections);
    const projections = [...plan.live, ...(lease === null ? [] : plan.catchingUp)];
    const planned = { plan, madeAt, signature: controls.signature, mayCatchUp: lease !== null };
    const watching = untilOutdated(deps, planned, { pollMs, signal: ends }).finally(() => over.abort());
    try {
      if (projections.length > 0)
        await runProjector(
          { ...deps, projections, allowed: ({ name }: Projection) => allowed.get(name) },
          {
            ...sizes,
            signal: ends,
            onProgress: (progress) => {
              onProgress?.(progress);
              if (isFulfilled(progress)) over.abort();
            },
            onCaughtUp: reporting(state, log),
            onWait: (error) => {
              onWait(error);
              // The store may come back with another log, restored from a backup, so the checkpoints are checked again.
              isStoreUnavailable = true;
              over.abort();
            },
          },
        );
      else await watching;
    } catch (error) {
      if (!(error instanceof PoisonEvent)) throw error;
      await recordFailure(deps, error);
    } finally {
      over.abort();
      await watching;
    }
    // Reads may work while writes fail, as on a full disk.
    if (isStoreUnavailable) await pause(pollMs, undefined, { signal }).catch(() => undefined);
  };

  const prepare = async (): Promise<void> => {
    await openRegistry(readModels);
    await readModels.create(poisonEvents, 'now');
    // Cleared because this process may run a release that can take the event.
    await clearFailures(deps);
  };

  let isPrepared = false;
  try {
    while (!signal.aborted) {
      try {
        if (!isPrepared) await prepare();
        isPrepared = true;
        const observed = await observe(deps);
        const { actions, plan } = nextActions(observed, deps.declared ?? deps.projections, retention);
        for (const action of actions) await perform(deps, action, observed.now);
        if (lease !== null && (plan.catchingUp.length === 0 || lease.lost.aborted)) {
          await lease.release();
          lease = null;
        }
        if (plan.catchingUp.length > 0) lease ??= await acquireCatchUp(state, holder, log);
        // Without the right to catch up, rows that another process is filling are left alone.
        const ours = lease === null ? plan.live : [...plan.live, ...plan.catchingUp];
        if (await repairCheckpoints(deps, ours, { signal, patienceMs })) continue;
        if (!signal.aborted) await turn(observed, plan);
      } catch (error) {
        if (!(error instanceof Unavailable)) throw error;
        onWait(error);
        await pause(error instanceof LaterRelease ? LATER_MS : pollMs, undefined, { signal }).catch(() => undefined);
      }
    }
  } finally {
    await lease?.release();
  }
};
