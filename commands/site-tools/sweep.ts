/** Doing one thing to very many, shard by shard: a shard that fails is left where it is, and the others go on. */
import PQueue from 'p-queue';
import { Refused, Unavailable } from '../../domain/errors.ts';
import type { DomainEvent } from '../../domain/event.ts';
import type { ShardOutcome } from '../../domain/site/events.ts';
import { loadState, type Aggregate } from '../aggregate.ts';
import { follow, type Caller } from '../caller.ts';
import { handle, type Deps } from '../handle.ts';

/** Enough to share the log's group commits. */
const AT_ONCE = 32;
/** Read ahead of what is being done. */
const WAITING = 256;

/** True if the target is, or would be, changed. */
export type Act<T> = (target: T) => Promise<boolean>;

/**
 * Sends a command, or with `dryRun` finds out by the same rules whether it would change anything. What is gone, or has moved
 * on meanwhile, is not changed.
 */
export const sender =
  (deps: Deps, caller: Caller, dryRun: boolean) =>
  async <State, Command extends { readonly type: string }, E extends DomainEvent>(
    aggregate: Aggregate<State, Command, E>,
    id: string,
    command: Command,
  ): Promise<boolean> => {
    try {
      if (!dryRun) return (await handle(deps, aggregate, id, command, follow(deps.ids, caller))).events.length > 0;
      const { state } = await loadState(deps.events, aggregate, caller.workspace, id);
      return aggregate.decider.decide(command, state).length > 0;
    } catch (error) {
      if (error instanceof Refused && error.kind === 'not_found') return false;
      throw error;
    }
  };

const reasonOf = (error: unknown): string =>
  error instanceof Unavailable || error instanceof Refused ? error.message : 'internal error';

/** One outcome a shard, in order; `failed` is told of what stopped a shard. */
export const sweep = async <T extends { readonly shard: number }>(
  targets: AsyncIterable<T>,
  shards: number,
  act: Act<T>,
  failed: (shard: number, error: unknown) => void,
): Promise<readonly ShardOutcome[]> => {
  const outcomes = new Map<number, ShardOutcome>(
    Array.from({ length: shards }, (_, shard) => [shard, { shard, done: 0, error: null }]),
  );
  const of = (shard: number): ShardOutcome => outcomes.get(shard) ?? { shard, done: 0, error: null };
  const queue = new PQueue({ concurrency: AT_ONCE });

  for await (const target of targets) {
    const { shard } = target;
    if (of(shard).error !== null) continue;
    await queue.onSizeLessThan(WAITING);
    void queue.add(async () => {
      if (of(shard).error !== null) return;
      try {
        if (await act(target)) outcomes.set(shard, { ...of(shard), done: of(shard).done + 1 });
      } catch (error) {
        outcomes.set(shard, { ...of(shard), error: reasonOf(error) });
        failed(shard, error);
      }
    });
  }
  await queue.onIdle();
  return [...outcomes.values()].sort((a, b) => a.shard - b.shard);
};
