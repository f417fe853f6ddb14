/** Origin verification: one leader across all processes checks the origins that are due, a few at a time. */
import { boundedCache } from '../../commands/bounded-cache.ts';
import { newCaller } from '../../commands/caller.ts';
import { handle, type Deps } from '../../commands/handle.ts';
import { installationAggregate } from '../../commands/installation.ts';
import type { Log, StateStore } from '../../commands/ports.ts';
import { Refused } from '../../domain/errors.ts';
import type { Revision } from '../../domain/event.ts';
import { waits } from '../../domain/installation/origins.ts';
import type { Origin } from '../../domain/installation/state.ts';
import { installationsProjection } from '../../projections/installations/index.ts';
import type { InstallationRow } from '../../projections/installations/installations.ts';
import type { ReadModels } from '../../projections/ports.ts';
import { dueForCheck } from '../../projections/queries/installations.ts';
import { areLive } from '../../projections/queries/position.ts';
import { whileLeading, type WorkerOptions } from '../leading.ts';
import { inRounds } from '../rounds.ts';
import type { OriginProofs } from './ports.ts';

export type OriginChecksDeps = Deps & {
  readonly proofs: OriginProofs;
  readonly log: Log;
  readonly readModels: ReadModels;
  readonly state: StateStore;
};

const EVERY_MS = 1_000;
const LEASE_MS = 15_000;
/** Concurrent checks: an unresponsive website blocks only one of them. */
const MAX_CONCURRENT = 8;
const ROWS_PER_ROUND = 50;
/** Rounds to pause after a failure, since outcomes could not be recorded. */
const REST_ROUNDS = 5;

/** Enough for several thousand installations that change at the same time. */
const DONE_BYTES = 1024 * 1024;
const NUMBER_BYTES = 8;

const ACTOR = { type: 'system', id: 'origin-checks' } as const;

/**
 * Checks one origin for its proof and records the outcome as an event. Resolves with the first revision whose row shows it. Throws
 * `Unavailable`, or the signal's reason, with nothing recorded.
 */
const checkOrigin = async (
  { proofs, log, ...deps }: OriginChecksDeps,
  { workspace, installationId, revision: seen }: InstallationRow,
  { id: originId, origin, proof, attempts }: Origin,
  signal: AbortSignal,
): Promise<Revision> => {
  const error = await proofs.find(origin, proof, signal);
  // Another worker may have taken over and runs its own check.
  signal.throwIfAborted();
  const attempt = attempts + 1;
  log.debug({ workspace, installation: installationId, origin: originId, attempt, error }, 'looked for a proof');
  const command = { type: 'RecordOriginCheck', originId, attempt, error, now: deps.clock.now() } as const;
  try {
    const caller = newCaller(deps.ids, workspace, ACTOR);
    const { revision } = await handle(deps, installationAggregate, installationId, command, caller);
    return revision ?? seen;
  } catch (refusal) {
    if (!(refusal instanceof Refused)) throw refusal;
    log.debug({ workspace, installation: installationId, err: refusal }, 'a look for a proof was not recorded');
    // Either the row lags behind or the refusal is permanent: a retry is useless before the row changes.
    return seen + 1;
  }
};

/** Starts due checks up to the concurrency limit, without waiting for their outcome. */
const openChecks = (deps: OriginChecksDeps, signal: AbortSignal) => {
  const running = new Map<string, Promise<void>>();
  /** By row: the revision that shows the recorded outcome. An older row would cause the same check again. */
  const done = boundedCache<Revision>({ key: 'workspace', maxBytes: DONE_BYTES, sizeOf: () => NUMBER_BYTES });
  let failure: { readonly error: unknown } | null = null;

  const start = (key: string, row: InstallationRow, origin: Origin): void => {
    const check = checkOrigin(deps, row, origin, signal)
      .then((revision) => void done.set(row.id, Math.max(revision, done.get(row.id) ?? revision)))
      .catch((error: unknown) => {
        failure = { error };
      })
      .finally(() => running.delete(key));
    running.set(key, check);
  };
  const round = async (): Promise<void> => {
    const failed = failure;
    failure = null;
    // A check failed since the last round: throwing makes the rounds pause.
    if (failed !== null) throw failed.error;
    if (!(await areLive(deps.readModels, [installationsProjection]))) return;
    const now = deps.clock.now();
    for (const row of await dueForCheck(deps.readModels, { now, limit: ROWS_PER_ROUND })) {
      if ((done.get(row.id) ?? row.revision) > row.revision) continue;
      for (const origin of row.origins) {
        const key = `${row.id}/${origin.id}`;
        if (origin.status !== 'pending' || waits(origin, now) || running.has(key)) continue;
        if (running.size >= MAX_CONCURRENT || signal.aborted) return;
        start(key, row, origin);
      }
    }
  };
  return { round, settled: () => Promise.all(running.values()) };
};

/** Resolves when the signal is aborted and all running checks have ended. */
export const runOriginChecks = (
  deps: OriginChecksDeps,
  { name, signal, everyMs = EVERY_MS, leaseMs = LEASE_MS, waits }: WorkerOptions,
): Promise<void> => {
  const { state, log } = deps;
  return whileLeading(state, 'origin-checks', name, { ttlMs: leaseMs, log, waits, signal }, async (leading) => {
    const { round, settled } = openChecks(deps, leading);
    const what = 'origin verification';
    await inRounds(round, { what, everyMs, restMs: REST_ROUNDS * everyMs, log, waits, signal: leading });
    await settled();
  });
};
