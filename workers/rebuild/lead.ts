/** Leading the projector: runs what there is to run, and plans again whenever an order, a switch or a date requires it. */
import { setTimeout as pause } from 'node:timers/promises';
import { Unavailable } from '../../domain/errors.ts';
import { BEGINNING } from '../../domain/event.ts';
import { projectionKey, type Projection } from '../../projections/define.ts';
import type { Lease } from '../../commands/lease.ts';
import { PoisonEvent, poisonEvents, runProjector, type Progress, type ProjectorOptions } from '../projector/index.ts';
import { allowances } from './allowed.ts';
import { recordFailure } from './failing.ts';
import { acquireCatchUp } from './led.ts';
import { reporting } from './catch-up-report.ts';
import { controlKeys, readControls, type ProjectionControls } from './controls.ts';
import type { RebuildDeps } from './deps.ts';
import type { Retention } from './retention.ts';
import { isGenerationOf } from '../../projections/generations.ts';
import { repairCheckpoints } from './checkpoint-repair.ts';
import { nextActions, type Plan } from './next-actions.ts';
import { observe } from './observe.ts';
import { look, outdatedBy, type Planned } from './outdated.ts';
import { perform } from './perform.ts';
import { openRegistry } from './registry.ts';
import { retryPoison } from './retrying.ts';

/** `projections`: those that are led here. */
export type LeadDeps = RebuildDeps & {
  /** All that the release declares. Default: those that are led. */
  readonly declared?: readonly Projection[];
};

export type LeadOptions = Omit<ProjectorOptions, 'onCaughtUp'> & {
  readonly retention?: Retention;
  /** How often it looks for controls. Milliseconds. */
  readonly pollMs?: number;
  /** How long a log that ends before a checkpoint is waited for, before the checkpoint is taken to be wrong. Milliseconds. */
  readonly patienceMs?: number;
};

const MINUTE_MS = 60_000;
export const DEFAULT_RETENTION: Retention = { generationMs: 10 * MINUTE_MS, versionMs: 24 * 60 * MINUTE_MS };
const POLL_MS = 500;

/** Ends with the turn's signal, or when the plan no longer holds. */
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

/** Whether a progress means that the plan has been fulfilled as far as it goes: the next one is made with nothing running. */
const fulfilling = ({ catchingUp, successors, positions }: Plan) => {
  const reached = new Map(positions);
  const behind = new Set(catchingUp.map(projectionKey));
  return ({ projection, position, phase }: Progress): boolean => {
    reached.set(projection, position);
    if (phase !== 'live') return false;
    // What has just caught up is to run beside all others, in step with what it follows; and others may catch up then.
    if (behind.delete(projection)) return behind.size === 0;
    const followed = successors.get(projection);
    return followed !== undefined && position >= (reached.get(followed) ?? BEGINNING);
  };
};

/**
 * Runs until the signal ends it. Each projection is led by at most one process, see `led.ts`. Rows that have caught up and may not be
 * switched to are put on record and left alone; everything else goes on. Any other error is a bug, and rejects.
 */
export const leadProjections = async (deps: LeadDeps, options: LeadOptions): Promise<void> => {
  const { state, log, holder, readModels } = deps;
  const { signal, retention = DEFAULT_RETENTION, pollMs = POLL_MS, patienceMs, onProgress, onWait, ...sizes } = options;
  let lease: Lease | null = null;

  const turn = async (controls: ProjectionControls, plan: Plan): Promise<void> => {
    const over = new AbortController();
    let isAway = false;
    const ends = AbortSignal.any([signal, over.signal, ...(lease === null ? [] : [lease.lost])]);
    const isFulfilled = fulfilling(plan);
    const allowed = await allowances(readModels, controls, plan.catchingUp.length === 0 ? [] : deps.projections);
    const projections = [...plan.live, ...(lease === null ? [] : plan.catchingUp)];
    const planned = { plan, signature: controls.signature, mayCatchUp: lease !== null };
    const watching = untilOutdated(deps, planned, { pollMs, signal: ends }).finally(() => over.abort());
    try {
      if (projections.length > 0)
        await runProjector(
          { ...deps, projections, allowed: ({ name }: Projection) => allowed.get(name) ?? 'all' },
          {
            ...sizes,
            signal: ends,
            onProgress: (progress) => {
              onProgress?.(progress);
              if (isFulfilled(progress)) over.abort();
            },
            onCaughtUp: reporting(state, log),
            onWait: (error) => {
              onWait?.(error);
              // What comes back may be another log, restored from a backup: the checkpoints are looked at again.
              isAway = true;
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
    // What is read may be there while nothing can be written, as on a full disk.
    if (isAway) await pause(pollMs, undefined, { signal }).catch(() => undefined);
  };

  const prepared = async (): Promise<void> => {
    await openRegistry(readModels);
    await readModels.create(poisonEvents, 'now');
    // Another process may be of a release that can take the event.
    for (const key of (await readControls(state)).failures.keys())
      if (deps.projections.some((projection) => isGenerationOf(projection, key)))
        await state.remove(controlKeys.failure(key));
    await retryPoison(deps);
  };

  let isPrepared = false;
  try {
    while (!signal.aborted) {
      try {
        if (!isPrepared) await prepared();
        isPrepared = true;
        const observed = await observe(deps);
        const { actions, plan } = nextActions(observed, deps.declared ?? deps.projections, retention);
        for (const action of actions) await perform(deps, action, observed.now);
        if (lease !== null && (plan.catchingUp.length === 0 || lease.lost.aborted)) {
          await lease.release();
          lease = null;
        }
        if (plan.catchingUp.length > 0) lease ??= await acquireCatchUp(state, holder, log);
        // Who has no right to catch up leaves what another is catching up as it is.
        const ours = lease === null ? plan.live : [...plan.live, ...plan.catchingUp];
        if (await repairCheckpoints(deps, ours, { signal, patienceMs })) continue;
        if (!signal.aborted) await turn(observed.controls, plan);
      } catch (error) {
        if (!(error instanceof Unavailable)) throw error;
        log.warn({ err: error }, 'the projector waits for a store');
        await pause(pollMs, undefined, { signal }).catch(() => undefined);
      }
    }
  } finally {
    await lease?.release();
  }
};
