/** The baselines of the projector: a script that only reads the events, and one that writes the finished rows too. */
import Database from 'libsql';

const ROWS_A_TRANSACTION = 2_000;

type Schema = { readonly type: string; readonly name: string; readonly sql: string | null };

const open = (file: string): Database.Database => {
  const db = new Database(file);
  db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;');
  return db;
};

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** Of the content of the file, whether written back to it or not. */
export const bytesIn = (file: string): number => {
  const db = open(file);
  const query = 'SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size()';
  const [bytes] = db.prepare(query).raw().get() as [number];
  db.close();
  return bytes;
};

/** Reads and parses the whole log. Returns the number of events. */
export const readRaw = (eventsFile: string): number => {
  const db = open(eventsFile);
  try {
    let events = 0;
    const rows = db.prepare('SELECT position, stream, type, metadata, data FROM events ORDER BY position').raw();
    for (const row of rows.iterate()) {
      const [, , , metadata, data] = row as readonly [number, string, string, string, string];
      JSON.parse(metadata);
      JSON.parse(data);
      events += 1;
    }
    return events;
  } finally {
    db.close();
  }
};

const isShadow = (name: string): boolean => /terms_(?:data|idx|docsize|config|content)$/u.test(name);

const copyTable = (from: Database.Database, to: Database.Database, { name, sql }: Schema): void => {
  to.exec(sql ?? '');
  const rows = from.prepare(`SELECT * FROM ${quoted(name)}`).raw();
  const width = rows.columns().length;
  const insert = to.prepare(`INSERT INTO ${quoted(name)} VALUES (${Array<string>(width).fill('?').join(', ')})`);
  let pending = 0;
  to.exec('BEGIN');
  for (const row of rows.iterate()) {
    insert.run(row);
    pending += 1;
    if (pending % ROWS_A_TRANSACTION === 0) to.exec('COMMIT; BEGIN');
  }
  to.exec('COMMIT');
};

const copyTerms = (to: Database.Database, { name, sql }: Schema): void => {
  to.exec(sql ?? '');
  const documents = quoted(name.replace(/\/terms$/u, ''));
  to.exec(`INSERT INTO ${quoted(name)} (rowid, terms) SELECT row, terms FROM ${documents} WHERE terms IS NOT NULL`);
};

/**
 * Writes the rows, indexes and terms of a finished file into a new one: each row once, as text that already exists,
 * with no fold, no guard and no look-up.
 */
export const writeRaw = (finishedFile: string, newFile: string): void => {
  const [from, to] = [open(finishedFile), open(newFile)];
  try {
    const schema = from.prepare('SELECT type, name, sql FROM sqlite_master').all() as Schema[];
    const ours = schema.filter(({ name, sql }) => sql !== null && !name.startsWith('sqlite_') && !isShadow(name));
    const isTerms = ({ sql }: Schema): boolean => sql?.startsWith('CREATE VIRTUAL TABLE') === true;
    for (const each of ours.filter((entry) => entry.type === 'table' && !isTerms(entry))) copyTable(from, to, each);
    for (const each of ours.filter(({ type }) => type === 'index')) to.exec(each.sql ?? '');
    for (const each of ours.filter(isTerms)) copyTerms(to, each);
  } finally {
    from.close();
    to.close();
  }
};
