/** A second connection to a file, whose reads run in a thread of the library, so long ones do not block this thread. */
import Database from 'libsql/promise';

/** The part of the library that is used; its own declarations do not type the results. */
type Prepared = { raw(): { all(values: readonly unknown[]): Promise<readonly (readonly unknown[])[]> } };

/** Opened by its first read, since most processes need none. */
export const openBackground = (file: string) => {
  let db: Database | null = null;
  let underWay: Promise<unknown> = Promise.resolve();
  const value = async (sql: string, values: readonly unknown[]): Promise<unknown> => {
    db ??= new Database(file, { timeout: 0 });
    const statement = (await db.prepare(sql)) as Prepared;
    const [row] = await statement.raw().all([...values]);
    return row?.[0];
  };
  return {
    /** The first column of the first row. Throws SQLite's errors. */
    value: (sql: string, values: readonly unknown[]): Promise<unknown> => {
      const read = underWay.then(() => value(sql, values));
      underWay = read.catch(() => undefined);
      return read;
    },
    /** Waits for pending reads. */
    close: async (): Promise<void> => {
      await underWay;
      db?.close();
      db = null;
    },
  };
};
