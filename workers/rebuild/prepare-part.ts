/** One part of preparing a release: as many processes as there are parts build its rows concurrently, on one machine or several. */
import { Refused } from '../../domain/errors.ts';
import { projectionKey } from '../../projections/define.ts';
import { acquireLease } from '../../commands/lease.ts';
import { catchUpPart, partKeys, type Part, type ProjectorOptions } from '../projector/index.ts';
import { CATCH_UP_LEASE } from './leases.ts';
import type { RebuildDeps } from './deps.ts';
import { unfinished } from './prepare.ts';
import { openRegistry, register } from './registry.ts';
import type { Replay } from './replay.ts';

const LEASE_MS = 6_000;

/**
 * Resolves when the part has caught up; restarted after an interruption, it continues where it was. Once all parts have,
 * `prepareRelease` only indexes, counts and derives. Throws `Refused` while another process is working on the same part.
 */
export const preparePart = async (
  deps: RebuildDeps,
  part: Part,
  watch: (replay: Replay) => void,
  { signal, ...sizes }: Pick<ProjectorOptions, 'signal' | 'batchSize' | 'heldBytes'>,
): Promise<void> => {
  const { readModels, state, log, holder } = deps;
  await openRegistry(readModels);
  const pending = await unfinished(deps);
  if (pending.length === 0) return;
  const name = `${part.number} of ${part.of}`;
  const lease = await acquireLease(state, `${CATCH_UP_LEASE}/${name}`, holder, { ttlMs: LEASE_MS, log });
  if (lease === null) throw new Refused('conflict', 'part_taken', `another process is working on part ${name}`);
  const began = performance.now();
  try {
    for (const projection of pending)
      await register(readModels, projection, partKeys(projectionKey(projection), part.of));
    await catchUpPart({ ...deps, projections: pending }, part, {
      ...sizes,
      signal: AbortSignal.any([signal, lease.lost]),
      onCaughtUp: (caughtUp) => watch({ ...caughtUp, ms: Math.round(performance.now() - began) }),
    });
    signal.throwIfAborted();
    lease.lost.throwIfAborted();
  } finally {
    await lease.release();
  }
};
