/** The progress reported by the server's filter, by which a reader learns of records not sent to it. */
import { excludeSystemEvents, streamNameFilter } from '@eventstore/db-client';
import type { SubscribeToAllOptions } from '@eventstore/db-client';
import { BEGINNING, type Position } from '../../domain/event.ts';

/** The server's own window in records, and after how many windows it reports a position. */
const WINDOW = 32;
const INTERVAL = 32;

export class Checkpoints {
  readonly #onReached: () => void;
  #newest: Position = BEGINNING;
  #before: Position = BEGINNING;

  constructor(onReached: () => void) {
    this.#onReached = onReached;
  }

  /** The last but one: the server reports positions up to 23 records ahead of what it has sent (measured). */
  get position(): Position {
    return this.#before;
  }

  /** Stream name prefixes; null = all but the server's own. */
  filter(prefixes: readonly string[] | null): NonNullable<SubscribeToAllOptions['filter']> {
    const options = {
      maxSearchWindow: WINDOW,
      checkpointInterval: INTERVAL,
      checkpointReached: (_: unknown, { commit }: { readonly commit: bigint }): void => {
        this.#before = this.#newest;
        this.#newest = Number(commit);
        this.#onReached();
      },
    };
    return prefixes === null ? excludeSystemEvents(options) : streamNameFilter({ ...options, prefixes: [...prefixes] });
  }
}
