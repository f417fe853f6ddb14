/** The progress reported by the server's filter, by which a reader learns of records not sent to it. */
import { excludeSystemEvents, streamNameFilter, type SubscribeToAllOptions } from '@eventstore/db-client';
import { BEGINNING, type Position } from '../../domain/event.ts';

/** The server's own window in records, and after how many windows it reports a position. */
const WINDOW = 32;
const INTERVAL = 32;

export const openCheckpoints = (onReached: () => void) => {
  let newest: Position = BEGINNING;
  let before: Position = BEGINNING;
  return {
    /** The last but one: the server reports positions up to 23 records ahead of what it has sent (measured). */
    position: (): Position => before,
    /** Stream name prefixes; null = all but the server's own. */
    filter: (prefixes: readonly string[] | null): NonNullable<SubscribeToAllOptions['filter']> => {
      const options = {
        maxSearchWindow: WINDOW,
        checkpointInterval: INTERVAL,
        checkpointReached: (_: unknown, { commit }: { readonly commit: bigint }): void => {
          [before, newest] = [newest, Number(commit)];
          onReached();
        },
      };
      return prefixes === null
        ? excludeSystemEvents(options)
        : streamNameFilter({ ...options, prefixes: [...prefixes] });
    },
  };
};

export type Checkpoints = ReturnType<typeof openCheckpoints>;
