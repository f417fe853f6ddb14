/** Closes what a test has opened, at the end of a block or of a suite. */

export type Closable = { stop(): unknown } | { close(): unknown } | { remove(): unknown };

export const close = (opened: Closable): unknown => {
  if ('stop' in opened) return opened.stop();
  return 'close' in opened ? opened.close() : opened.remove();
};

/** `await using store = closing(await openStore())` closes the store at the end of its block, however that ends. */
export const closing = <T extends Closable>(opened: T): T & AsyncDisposable =>
  Object.assign(opened, {
    [Symbol.asyncDispose]: async () => {
      await close(opened);
    },
  });
