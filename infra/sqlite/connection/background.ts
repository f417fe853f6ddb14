/** A second connection to a file, whose reads run in a thread of the library, so long ones do not block this thread. */
import Database from 'libsql/promise';

type Cells = readonly (string | number | null | Uint8Array)[];

/** The part of the library that is used; its own declarations do not type the results. */
type Prepared = { raw(): { all(values: readonly unknown[]): Promise<readonly Cells[]> } };

/** Opened by its first read, since some processes need none. */
export const openBackground = (file: string) => {
  let db: Database | null = null;
  let underWay: Promise<unknown> = Promise.resolve();
  const all = async (sql: string, values: readonly unknown[]): Promise<readonly Cells[]> => {
    db ??= new Database(file, { timeout: 0 });
    const statement = (await db.prepare(sql)) as Prepared;
    return statement.raw().all([...values]);
  };
  return {
    /** Every result row as an array of its columns. Throws SQLite's errors. */
    all: (sql: string, values: readonly unknown[]): Promise<readonly Cells[]> => {
      const read = underWay.then(() => all(sql, values));
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
