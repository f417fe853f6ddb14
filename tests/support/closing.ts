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
