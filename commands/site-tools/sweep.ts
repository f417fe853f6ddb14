/** Applies one action to many targets, shard by shard; a failed shard stops, the others continue. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import PQueue from 'p-queue';
import { Refused, Unavailable } from '../../domain/errors.ts';
import type { ShardOutcome } from '../../domain/site/events.ts';

/** Enough to share the log's group commits. */
const AT_ONCE = 32;
/** How many targets are read ahead. */
const WAITING = 256;

const reasonOf = (error: unknown): string =>
  error instanceof Unavailable || error instanceof Refused ? error.message : 'internal error';

/**
 * One outcome per shard, in order; `act` returns whether the target is, or would be, changed, and `failed` is called with the error
 * that stopped a shard. If not all targets can be read, every shard reports that. Memory does not grow with their number.
 */
export const sweep = async <T extends { readonly shard: number }>(
  targets: AsyncIterable<T>,
  shards: number,
  act: (target: T) => Promise<boolean>,
  failed: (shard: number, error: unknown) => void,
): Promise<readonly ShardOutcome[]> => {
  const outcomes = new Map<number, ShardOutcome>();
  const of = (shard: number): ShardOutcome => outcomes.get(shard) ?? { shard, done: 0, error: null };
  for (let shard = 0; shard < shards; shard += 1) outcomes.set(shard, of(shard));
  const stop = (shard: number, error: unknown): void => {
    if (of(shard).error !== null) return;
    outcomes.set(shard, { ...of(shard), error: reasonOf(error) });
    failed(shard, error);
  };
  const queue = new PQueue({ concurrency: AT_ONCE });

  try {
    for await (const target of targets) {
      const { shard } = target;
      if (of(shard).error !== null) continue;
      await queue.onSizeLessThan(WAITING);
      void queue.add(async () => {
        if (of(shard).error !== null) return;
        // The embedded log answers synchronously: without yielding, requests would wait until everything is done.
        await nextTurn();
        try {
          if (await act(target)) outcomes.set(shard, { ...of(shard), done: of(shard).done + 1 });
        } catch (error) {
          stop(shard, error);
        }
      });
    }
  } catch (error) {
    await queue.onIdle();
    for (const shard of outcomes.keys()) stop(shard, error);
  }
  await queue.onIdle();
  return [...outcomes.values()].sort((a, b) => a.shard - b.shard);
};
