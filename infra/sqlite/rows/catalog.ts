/** Tables about the file itself: its collections, how far each is indexed, and the projections' checkpoints. */
import { checkpointFrom } from '../../../projections/checkpoint.ts';
import type { Checkpoint, Collection } from '../../../projections/ports.ts';
import { holdsAll, immediately, waitUntilFree, type Connection } from '../connection/database.ts';
import type { Statements } from './statements.ts';

/** The store named in errors when the file is unavailable. */
export const WHAT = 'read models';

const CATALOG = `
  CREATE TABLE IF NOT EXISTS checkpoints (projection TEXT PRIMARY KEY, position INTEGER NOT NULL, phase TEXT NOT NULL)
    WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS collections (name TEXT PRIMARY KEY, shape TEXT NOT NULL, indexed_to INTEGER NOT NULL,
    ready INTEGER NOT NULL) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS tombstones (collection TEXT NOT NULL, id TEXT NOT NULL, position INTEGER NOT NULL,
    withheld INTEGER NOT NULL, PRIMARY KEY (collection, id)) WITHOUT ROWID;
`;

/** Increased when the storage format of rows changes. */
const LAYOUT = 2;

/** Virtual tables first, since dropping them drops their underlying tables. */
const dropEverything = (db: Connection): void => {
  const tables = db.prepare("SELECT name FROM sqlite_master WHERE type = 'table' AND sql LIKE ?").raw();
  for (const kind of ['CREATE VIRTUAL%', 'CREATE TABLE%'])
    for (const [name] of tables.all(kind) as [string][])
      if (!name.startsWith('sqlite_')) db.exec(`DROP TABLE IF EXISTS "${name}"`);
};

const layoutOf = (db: Connection): number => {
  const [[layout = 0] = []] = db.prepare('PRAGMA user_version').raw().all() as [number][];
  return layout;
};

/** Creates missing tables. Drops rows in another layout; they are rebuilt from the log. */
export const prepareCatalog = async (db: Connection): Promise<void> => {
  if (await waitUntilFree(db, () => layoutOf(db) === LAYOUT && holdsAll(db, CATALOG))) return;
  await immediately(db, () => {
    if (layoutOf(db) !== LAYOUT) {
      dropEverything(db);
      db.exec(`PRAGMA user_version = ${LAYOUT}`);
    }
    db.exec(CATALOG);
  });
};

/** `indexed_to` of a collection whose arrays and terms are fully indexed, including all future rows. */
export const ALL_ROWS = Number.MAX_SAFE_INTEGER;

export type Progress = {
  /** Rows up to this number have their array elements and terms, which writers keep current. */
  readonly indexedTo: number;
  /** Everything is indexed, so queries can name the index to use. */
  readonly ready: boolean;
};

/** Null if the collection does not exist. */
export const progressOf = (statements: Statements, { name }: Collection): Progress | null => {
  const [row] = statements.all('SELECT indexed_to, ready FROM collections WHERE name = ?', [name]);
  return row === undefined ? null : { indexedTo: Number(row[0]), ready: row[1] === 1 };
};

export const namesIn = (statements: Statements): readonly string[] =>
  statements.all('SELECT name FROM collections').map(([name]) => String(name));

export const checkpointOf = (statements: Statements, projection: string): Checkpoint | null => {
  const [row] = statements.all('SELECT position, phase FROM checkpoints WHERE projection = ?', [projection]);
  return row === undefined ? null : checkpointFrom(row[0], row[1]);
};

export const moveCheckpoint = (statements: Statements, projection: string, { position, phase }: Checkpoint): void =>
  statements.run(
    `INSERT INTO checkpoints (projection, position, phase) VALUES (?, ?, ?)
     ON CONFLICT (projection) DO UPDATE SET position = excluded.position, phase = excluded.phase
     WHERE (phase = 'filling' AND excluded.position >= position) OR (excluded.phase = 'live' AND excluded.position > position)`,
    [projection, position, phase],
  );
