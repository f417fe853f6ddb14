/** A MongoDB that can be interrupted: the server under test behind a proxy, and a store that knows only the proxy. */
import { Unavailable } from '../../domain/errors.ts';
import { cuttable, type Cuttable } from './cuttable.ts';
import { dropDatabase, freshDatabase, serverOf, throughPort } from './mongodb.ts';

export type Options = { readonly url: string; readonly database: string; readonly timeoutMs: number };
type Closable = { close(): Promise<void> };

/** The timeout of a store under test. */
const TIMEOUT_MS = 1_500;

/** Runs the test on a store over a fresh database, which is dropped afterwards. `url` names one server. */
export const behindAProxy = async <Store extends Closable>(
  url: string,
  open: (options: Options) => Promise<Store>,
  test: (store: Store, proxy: Cuttable) => Promise<void>,
): Promise<void> => {
  const proxy = await cuttable(serverOf(url));
  const database = freshDatabase();
  try {
    // A busy machine may need longer than that to connect at all.
    const reached = throughPort(url, proxy.port);
    const store = await onceItIsBack(() => open({ url: reached, database, timeoutMs: TIMEOUT_MS }));
    try {
      await test(store, proxy);
    } finally {
      await store.close();
    }
  } finally {
    await proxy.close();
    await dropDatabase(url, database);
  }
};

/** The result, once the store has found its server again. */
export const onceItIsBack = async <T>(ask: () => Promise<T>): Promise<T> => {
  for (;;)
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof Unavailable)) throw error;
    }
};
