/** Runs each test of a contract on an empty database of its own, and closes whatever the test opened there. */
import { randomUUID } from 'node:crypto';
import { close, type Closable } from '../support/closing.ts';
import { suite } from '../support/suite.ts';

/**
 * Opens a store over the named database, which is created if missing: the same name is the same database, as two
 * processes would see it. Names are unique to each run and match `[a-z0-9_]+`.
 */
export type Open<Store> = ((database: string) => Promise<Store>) & {
  /** Removes the database once its test has run. Default: its creator does. */
  readonly remove?: (database: string) => Promise<unknown>;
};

/** One test: the store, and a function to open another one over the same database. */
export type Holds<Store> = (
  title: string,
  test: (store: Store, another: () => Promise<Store>) => Promise<void>,
) => void;

export const overAFreshStore = <Store extends Closable>(name: string, open: Open<Store>): Holds<Store> => {
  const contract = suite(name);
  return (title, test) =>
    contract(title, async () => {
      const database = `contract_${randomUUID().replaceAll('-', '')}`;
      const opened: Store[] = [];
      const another = async (): Promise<Store> => {
        const store = await open(database);
        opened.push(store);
        return store;
      };
      try {
        await test(await another(), another);
      } finally {
        await Promise.all(opened.map(close));
        await open.remove?.(database);
      }
    });
};
