/** What the double counts of its readers: how many there are, and how much they have read. */

export class Traffic {
  /** Reads and subscriptions that have not ended. */
  open = 0;
  /** Events sent to subscriptions since the start. */
  toSubscribers = 0;
  /** Events sent to reads since the start. */
  toReaders = 0;
  readonly #waiting = new Set<() => void>();

  begin(): void {
    this.open += 1;
  }

  end(): void {
    this.open -= 1;
    for (const look of this.#waiting) look();
  }

  /** Resolves when no more than this many are open. */
  quiet(open: number): Promise<void> {
    return new Promise((resolve) => {
      const look = (): void => {
        if (this.open > open) return;
        this.#waiting.delete(look);
        resolve();
      };
      this.#waiting.add(look);
      look();
    });
  }
}
