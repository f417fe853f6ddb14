/** How far the server says that its filter has come, so that a reader knows of records that are not sent to it. */
import { excludeSystemEvents, streamNameFilter } from '@eventstore/db-client';
import type { SubscribeToAllOptions } from '@eventstore/db-client';
import { BEGINNING, type Position } from '../../domain/event.ts';

/** The server's own window, records; and after how many of them it reports a position. */
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

  /** Of streams that begin so; null = of all that are not the server's own. */
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
