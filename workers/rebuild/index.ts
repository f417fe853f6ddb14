/** Leads the projector: runs what the plan says, and plans again whenever a request, a switch or a due date requires it. */
import { setTimeout as pause } from 'node:timers/promises';
import { LaterRelease, Unavailable } from '../../domain/errors.ts';
import { type Projection, projectionKey } from '../../projections/define.ts';
import { switchReaders } from '../../projections/generations.ts';
import { loggedWait, type ProjectorOptions, runProjector } from '../projector/index.ts';
import { type Allowed, PoisonEvent } from '../projector/poison.ts';
import { allowances, clearFailures, controlKeys, recordFailure } from './controls.ts';
import type { RebuildDeps } from './leases.ts';
import { reporting } from './list.ts';
import { giveUpUnknownRows } from './log-identity.ts';
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

type Decided = ReturnType<typeof nextActions> & { readonly signature: string };

const keysOf = ({ live, catchingUp }: Plan): string => [...live, ...catchingUp].map(projectionKey).sort().join();

/** Whether the plan that is carried out no longer holds. `later`: decided later; `signature`: of the requests at the look before that. */
export const isOutdated = (planned: Decided, later: Decided, signature: string): boolean => {
  // Waits until no more requests come in, so that they are carried out together and the log is read once for all of them.
  if (later.signature !== planned.signature) return later.signature === signature;
  // What is due waits for a catch-up, which would have to read again what it has not written.
  const isCatchingUp = planned.plan.catchingUp.length > 0;
  const isDue = later.actions.some(({ type }) => !isCatchingUp || (type !== 'drop' && type !== 'retire'));
  // A delayed leader may have switched late.
  return isDue || keysOf(later.plan) !== keysOf(planned.plan);
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
};

const MINUTE_MS = 60_000;
export const DEFAULT_RETENTION: Retention = { generationMs: 10 * MINUTE_MS, versionMs: 24 * 60 * MINUTE_MS };
const POLL_MS = 500;
/** Between attempts at an event that only an upgrade makes readable. */
const LATER_MS = 10_000;

/**
 * Runs until the signal aborts. Each projection is led by at most one process, see `leases.ts`. Rows that have caught up but may not
 * be switched to are recorded and left alone; everything else continues. Any other error is a bug, and rejects.
 */
export const leadProjections = async (deps: LeadDeps, options: LeadOptions): Promise<void> => {
  const { state, log, readModels } = deps;
  const {
    signal,
    retention = DEFAULT_RETENTION,
    pollMs = POLL_MS,
    onProgress,
    onWait = loggedWait(log),
    ...sizes
  } = options;
  const sleep = (ms: number, during = signal): Promise<void> =>
    pause(ms, undefined, { signal: during }).catch(() => undefined);

  const decide = async () => {
    const observed = await observe(deps);
    const decided = nextActions(observed, deps.declared ?? deps.projections, retention);
    return { ...decided, observed, signature: observed.controls.signature };
  };

  /** Resolves when the signal aborts or the plan no longer holds. */
  const untilOutdated = async (planned: Decided, ends: AbortSignal): Promise<void> => {
    let { signature } = planned;
    for (;;) {
      await sleep(pollMs, ends);
      if (ends.aborted) return;
      try {
        const later = await decide();
        if (isOutdated(planned, later, signature)) return;
        ({ signature } = later);
      } catch (error) {
        if (!(error instanceof Unavailable)) throw error;
      }
    }
  };

  const turn = async (planned: Decided, { controls }: Observed): Promise<void> => {
    const { live, catchingUp } = planned.plan;
    const over = new AbortController();
    let isStoreUnavailable = false;
    const ends = AbortSignal.any([signal, over.signal]);
    const behind = new Set(catchingUp.map(projectionKey));
    const allowed = await allowances(readModels, controls, catchingUp.length === 0 ? [] : deps.projections);
    // Differences are what a verification is for.
    const allowedFor = ({ name, version, generation = 0 }: Projection): Allowed | undefined =>
      controls.verified.get(projectionKey({ name, version }))?.includes(generation) ? undefined : allowed.get(name);
    const watching = untilOutdated(planned, ends).finally(() => over.abort());
    try {
      if (live.length + catchingUp.length > 0)
        await runProjector(
          { ...deps, projections: [...live, ...catchingUp], allowed: allowedFor },
          {
            ...sizes,
            signal: ends,
            onProgress: (progress) => {
              onProgress?.(progress);
              // What has caught up must run alongside all others, in step with the one it replaces.
              if (progress.phase === 'live' && behind.delete(progress.projection) && behind.size === 0) over.abort();
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
    if (isStoreUnavailable) await sleep(pollMs);
  };

  let isPrepared = false;
  while (!signal.aborted)
    try {
      if (!isPrepared) {
        await openRegistry(readModels);
        // Cleared because this process may run a release that can take the event.
        await clearFailures(deps);
        isPrepared = true;
      }
      const { observed, ...decided } = await decide();
      for (const action of decided.actions) await perform(deps, action, observed.now);
      // What was done may have changed the requests, or taken long.
      if (decided.actions.length > 0) continue;
      const { live, catchingUp } = decided.plan;
      if (await giveUpUnknownRows(deps, [...live, ...catchingUp])) continue;
      if (!signal.aborted) await turn(decided, observed);
    } catch (error) {
      if (!(error instanceof Unavailable)) throw error;
      onWait(error);
      await sleep(error instanceof LaterRelease ? LATER_MS : pollMs);
    }
};
