/** One part of preparing a release: as many processes as there are parts make its rows at once, on one machine or on several. */
import { Refused } from '../../domain/errors.ts';
import { projectionKey } from '../../projections/define.ts';
import { acquireLease } from '../../commands/lease.ts';
import { catchUpPart, partKeys, type Part, type ProjectorOptions } from '../projector/index.ts';
import { CATCH_UP_LEASE } from './led.ts';
import type { RebuildDeps } from './deps.ts';
import { unfinished } from './prepare.ts';
import { openRegistry, register } from './registry.ts';
import type { Replay } from './replay.ts';

/** A part whose process dies may be begun again within this. */
const LEASE_MS = 6_000;

/**
 * Resolves when the part has caught up; cut off, it goes on where it was. When all parts have, preparing as a whole only indexes,
 * counts and derives. Throws `Refused` while another process is at the same part.
 */
export const preparePart = async (
  deps: RebuildDeps,
  part: Part,
  watch: (replay: Replay) => void,
  { signal, ...sizes }: Pick<ProjectorOptions, 'signal' | 'batchSize' | 'heldBytes'>,
): Promise<void> => {
  const { readModels, state, log, holder } = deps;
  await openRegistry(readModels);
  const wanting = await unfinished(deps);
  if (wanting.length === 0) return;
  const name = `${part.number} of ${part.of}`;
  const lease = await acquireLease(state, `${CATCH_UP_LEASE}/${name}`, holder, { ttlMs: LEASE_MS, log });
  if (lease === null) throw new Refused('conflict', 'part_taken', `another process is at part ${name}`);
  const began = performance.now();
  try {
    for (const projection of wanting)
      await register(readModels, projection, partKeys(projectionKey(projection), part.of));
    await catchUpPart({ ...deps, projections: wanting }, part, {
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
