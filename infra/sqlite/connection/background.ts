/** A second connection to a file, whose reads run in a thread of the library: long ones hold up nothing here. */
import Database from 'libsql/promise';

/** What of the library is used; its own declarations leave the answers open. */
type Prepared = { raw(): { all(values: readonly unknown[]): Promise<readonly (readonly unknown[])[]> } };

/** Opened by its first read: most processes have none. */
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
    /** The first column of the first row. Throws what SQLite throws. */
    value: (sql: string, values: readonly unknown[]): Promise<unknown> => {
      const read = underWay.then(() => value(sql, values));
      underWay = read.catch(() => undefined);
      return read;
    },
    /** Waits for what is under way. */
    close: async (): Promise<void> => {
      await underWay;
      db?.close();
      db = null;
    },
  };
};
