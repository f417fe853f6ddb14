/** The location of a contract's databases: files in a folder, or a MongoDB. */
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { dropDatabase } from '../support/mongodb.ts';
import type { Open } from './over-a-fresh-store.ts';

export const inFiles = <Store>(open: (file: string) => Promise<Store>): Open<Store> => {
  const fileOf = (database: string): string => path.join(tmpdir(), `colophon-${database}.db`);
  return Object.assign((database: string) => open(fileOf(database)), {
    remove: (database: string) =>
      Promise.all(['', '-wal', '-shm'].map((end) => rm(fileOf(database) + end, { force: true }))),
  });
};

export const onMongo = <Store>(
  url: string,
  open: (options: { readonly url: string; readonly database: string }) => Promise<Store>,
): Open<Store> =>
  Object.assign((database: string) => open({ url, database }), {
    remove: (database: string) => dropDatabase(url, database),
  });
