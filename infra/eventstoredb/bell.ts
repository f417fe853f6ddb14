/** Wakes one waiter, also when it rang before the wait began. */

export class Bell {
  #ring: () => void = () => undefined;
  #rung: Promise<void> = this.#next();

  ring(): void {
    this.#ring();
  }

  async rung(): Promise<void> {
    await this.#rung;
    this.#rung = this.#next();
  }

  #next(): Promise<void> {
    return new Promise((resolve) => {
      this.#ring = resolve;
    });
  }
}
