/** Deleting or restoring many publications at once: one correlation id, and an outcome for each. */
import PQueue from 'p-queue';
import { Refused } from '../domain/errors.ts';
import type { Position } from '../domain/event.ts';
import { follow, type Caller } from './caller.ts';
import { handle, type Deps } from './handle.ts';
import { publicationAggregate } from './publication.ts';

export type BulkAction = 'delete' | 'restore';

export type BulkOutcome = {
  readonly id: string;
  /** `unchanged`: it was so already. */
  readonly outcome: 'deleted' | 'restored' | 'unchanged' | 'not_found' | 'conflict';
};

export type BulkResult = {
  /** In the order asked; a repeated id once. */
  readonly results: readonly BulkOutcome[];
  /** What listings must have reached to show all of it, what held already included; null if none is there. */
  readonly position: Position | null;
};

/** Enough to share the log's group commits. */
const AT_ONCE = 16;
const COMMANDS = { delete: 'DeletePublication', restore: 'RestorePublication' } as const;
const DONE = { delete: 'deleted', restore: 'restored' } as const;

/** Doing it again changes nothing more. Throws `Unavailable`; what was done before is kept, and doing it again does the rest. */
export const bulkPublications = async (
  deps: Deps,
  dois: readonly string[],
  action: BulkAction,
  caller: Caller,
): Promise<BulkResult> => {
  let position: Position | null = null;

  const one = async (doi: string): Promise<BulkOutcome> => {
    try {
      const command = { type: COMMANDS[action] } as const;
      const done = await handle(deps, publicationAggregate, doi, command, follow(deps.ids, caller));
      position = Math.max(position ?? 0, done.position ?? 0);
      return { id: doi, outcome: done.events.length === 0 ? 'unchanged' : DONE[action] };
    } catch (error) {
      if (error instanceof Refused && (error.kind === 'not_found' || error.kind === 'conflict'))
        return { id: doi, outcome: error.kind };
      throw error;
    }
  };

  const queue = new PQueue({ concurrency: AT_ONCE });
  const results = await queue.addAll([...new Set(dois)].map((doi) => () => one(doi)));
  return { results, position };
};
