/** Closes what a test has opened, at the end of a block or of a suite. */

type Ending = { stop(): unknown } | { close(): unknown } | { remove(): unknown } | { kill(): unknown };
export type Closable = AsyncDisposable | Ending;

const end = (opened: Ending): unknown => {
  if ('stop' in opened) return opened.stop();
  if ('close' in opened) return opened.close();
  return 'remove' in opened ? opened.remove() : opened.kill();
};

const isDisposable = (opened: Closable): opened is AsyncDisposable => Symbol.asyncDispose in opened;

export const close = (opened: Closable): unknown =>
  isDisposable(opened) ? opened[Symbol.asyncDispose]() : end(opened);

/** `await using store = closing(await openStore())` closes the store at the end of its block, however that ends. */
export const closing = <T extends Closable>(opened: T): T & AsyncDisposable =>
  isDisposable(opened)
    ? opened
    : Object.assign(opened, {
        [Symbol.asyncDispose]: async () => {
          await end(opened);
        },
      });

/** Runs work that ends once its signal is aborted, until the end of the block; rethrows its error there. */
export const running = (
  run: (signal: AbortSignal) => Promise<unknown>,
): AsyncDisposable & { readonly signal: AbortSignal; stop(): Promise<void> } => {
  const stopping = new AbortController();
  const ended = run(stopping.signal);
  ended.catch(() => undefined);
  const stop = async (): Promise<void> => {
    stopping.abort();
    await ended;
  };
  return closing({ signal: stopping.signal, stop });
};
