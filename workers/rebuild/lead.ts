/** Leads the projector: runs what the plan says, and plans again whenever a request, a switch or a due date requires it. */
import { setTimeout as pause } from 'node:timers/promises';
import { LaterRelease, Unavailable } from '../../domain/errors.ts';
import { BEGINNING } from '../../domain/event.ts';
import { projectionKey, type Projection } from '../../projections/define.ts';
import type { Lease } from '../../commands/lease.ts';
import {
  loggedWait,
  PoisonEvent,
  poisonEvents,
  runProjector,
  type Progress,
  type ProjectorOptions,
} from '../projector/index.ts';
import { allowances } from './allowed.ts';
import { clearFailures, recordFailure } from './failing.ts';
import { acquireCatchUp } from './leases.ts';
import { reporting } from './catch-up-report.ts';
import type { RebuildDeps } from './deps.ts';
import type { Retention } from './retention.ts';
import { repairCheckpoints } from './checkpoint-repair.ts';
import { nextActions, type Plan } from './next-actions.ts';
import { observe, type Observed } from './observe.ts';
import { look, outdatedBy, type Planned } from './outdated.ts';
import { perform } from './perform.ts';
import { openRegistry } from './registry.ts';

/** `projections`: those led by this process. */
export type LeadDeps = RebuildDeps & {
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
