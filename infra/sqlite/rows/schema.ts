/**
 * The tables of a collection in SQLite: documents, with a column per queried or listed field; one table per queried array (a
 * line per element, with the fields that its listings compare and sort by); and a full-text index of terms. And those about the file itself:
 * its collections, how far each is indexed, the projections' checkpoints, and tombstones. Creates, indexes and drops them in short steps,
 * so other writers get their turn in between.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { MARKS } from '../../../domain/search-terms.ts';
import { checkpointFrom } from '../../../projections/checkpoint.ts';
import type { Checkpoint, Collection, Index as Declared, Tombstone } from '../../../projections/ports.ts';
import { type Connection, holdsAll, immediately, waitUntilFree } from '../connection/database.ts';
import { elementsIn, quoted, type SqlValue, type Statements } from './statements.ts';

export type Index = {
  readonly name: string;
  /** Fields that a query must pin to use it; `element` of an array table is not among them. */
  readonly equal: readonly string[];
  readonly sort: string | null;
  readonly dir: 'asc' | 'desc';
  /** It has no rows in which this field is null. */
  readonly lacks: string | null;
  readonly ddl: string;
};

/** A table that queries may start from. */
export type Table = { readonly name: string; readonly fields: readonly string[]; readonly indexes: readonly Index[] };

/** The table of an array's elements: `(row, element)`, then the columns of `fields`. */
export type ListTable = Table & { readonly array: string };

export type Layout = {
  readonly collection: Collection;
  /** Fields that have a column in the table of documents. */
  readonly columns: ReadonlySet<string>;
  /** Of these, columns that no query compares: they may also hold lists and objects. */
  readonly shown: ReadonlySet<string>;
  readonly documents: Table;
  readonly lists: readonly ListTable[];
  /** Name of the full-text index, or null. */
  readonly terms: string | null;
  /** Sets of fields that listings pin, within which searches are counted. */
  readonly facets: readonly (readonly string[])[];
};

/** Columns that every row has besides its fields. */
export const OWN_COLUMNS: ReadonlySet<string> = new Set(['id', 'position', 'terms']);

export const columnOf = (field: string): string => (OWN_COLUMNS.has(field) ? field : quoted(`f:${field}`));

/** Whether several rows may have the same value of a field, so that sorting by it needs the id as tie-breaker. */
export const mayTie = ({ unique = [] }: Collection, field: string): boolean => !unique.includes(field);

/** Ties are broken by ascending id in both directions, so each direction needs its own index. */
const indexesOn = (
  collection: Collection,
  { table, prefix = '', n }: { readonly table: string; readonly prefix?: string; readonly n: number },
  { equal, sort, dir, sparse }: Declared,
): readonly Index[] => {
  const pinned = [...(prefix === '' ? [] : [prefix]), ...equal.map(columnOf)];
  const one = (way: 'asc' | 'desc', order: readonly string[], suffix: string): Index => {
    const name = quoted(`${collection.name}/${n}${suffix}`);
    const columns = [...pinned, ...order].join(', ');
    const lacks = sparse === true ? (equal.at(-1) ?? null) : null;
    const rows = lacks === null ? '' : ` WHERE ${columnOf(lacks)} IS NOT NULL`;
    return {
      name,
      equal,
      sort: sort ?? null,
      dir: way,
      lacks,
      ddl: `CREATE INDEX IF NOT EXISTS ${name} ON ${table} (${columns})${rows}`,
    };
  };
  if (sort === undefined || sort === 'id') return [one('asc', ['id'], '')];
  const ties = mayTie(collection, sort) ? ['id'] : [];
  const both = [one('asc', [columnOf(sort), ...ties], '+'), one('desc', [`${columnOf(sort)} DESC`, ...ties], '-')];
  return both.filter((index) => dir === undefined || index.dir === dir);
};

const distinct = (fields: readonly string[]): readonly string[] => [
  ...new Set(fields.filter((field) => field !== 'id' && field !== 'position')),
];

const facetsAmong = (indexes: readonly Declared[]): readonly (readonly string[])[] => {
  const sets = indexes
    .filter(({ equal, unsearched }) => equal.length > 0 && unsearched !== true)
    .map(({ equal }) => [...equal].sort());
  return [...new Map(sets.map((fields) => [fields.join(' '), fields])).values()];
};

const made = new WeakMap<Collection, Layout>();

const buildLayout = (collection: Collection): Layout => {
  const { name, indexes, arrays = [], shown = [], search = false } = collection;
  const arrayOf = ({ equal }: Declared): string | undefined => equal.find((field) => arrays.includes(field));
  const documents = quoted(name);
  const listed = [...new Set(indexes.map(arrayOf).filter((array) => array !== undefined))];
  const queried = distinct(indexes.flatMap(({ equal, sort }) => [...equal, ...(sort === undefined ? [] : [sort])]));
  const fields = distinct([...queried, ...shown, ...arrays]);
  return {
    collection,
    columns: new Set(fields),
    shown: new Set(fields.filter((field) => arrays.includes(field) || !queried.includes(field))),
    documents: {
      name: documents,
      fields,
      indexes: indexes.flatMap((index, n) =>
        arrayOf(index) === undefined ? indexesOn(collection, { table: documents, n }, index) : [],
      ),
    },
    lists: listed.map((array) => {
      const table = quoted(`${name}/${array}`);
      const own = indexes.flatMap((index, n) => (arrayOf(index) === array ? [{ ...index, n }] : []));
      const others = (equal: readonly string[]): readonly string[] => equal.filter((field) => field !== array);
      return {
        array,
        name: table,
        fields: distinct(own.flatMap(({ equal, sort }) => [...others(equal), ...(sort === undefined ? [] : [sort])])),
        indexes: own.flatMap((index) =>
          indexesOn(collection, { table, prefix: 'element', n: index.n }, { ...index, equal: others(index.equal) }),
        ),
      };
    }),
    terms: search ? quoted(`${name}/terms`) : null,
    facets: search ? facetsAmong(indexes.filter((index) => arrayOf(index) === undefined)) : [],
  };
};

export const layoutOf = (collection: Collection): Layout => {
  const known = made.get(collection);
  if (known !== undefined) return known;
  const layout = buildLayout(collection);
  made.set(collection, layout);
  return layout;
};

/** The store named in errors when the file is unavailable. */
export const WHAT = 'read models';

const CATALOG = `
  CREATE TABLE IF NOT EXISTS checkpoints (projection TEXT PRIMARY KEY, position INTEGER NOT NULL, phase TEXT NOT NULL,
    latest INTEGER) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS collections (name TEXT PRIMARY KEY, shape TEXT NOT NULL, indexed_to INTEGER NOT NULL,
    ready INTEGER NOT NULL) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS tombstones (collection TEXT NOT NULL, id TEXT NOT NULL, position INTEGER NOT NULL,
    withheld INTEGER NOT NULL, PRIMARY KEY (collection, id)) WITHOUT ROWID;
`;

/** Increased when the storage format of rows changes. */
const FORMAT = 3;

/** Virtual tables first, since dropping them drops their underlying tables. */
const dropEverything = (db: Connection): void => {
  const tables = db.prepare("SELECT name FROM sqlite_master WHERE type = 'table' AND sql LIKE ?").raw();
  for (const kind of ['CREATE VIRTUAL%', 'CREATE TABLE%'])
    for (const [name] of tables.all(kind) as [string][])
      if (!name.startsWith('sqlite_')) db.exec(`DROP TABLE IF EXISTS "${name}"`);
};

const formatOf = (db: Connection): number => {
  const [[format = 0] = []] = db.prepare('PRAGMA user_version').raw().all() as [number][];
  return format;
};

/** False for a file of an earlier release, which can use it with the column too. */
const hasLatest = (db: Connection): boolean =>
  db.prepare("SELECT 1 FROM pragma_table_info('checkpoints') WHERE name = 'latest'").all().length > 0;

/** Creates what is missing. Drops rows in another format; they are rebuilt from the log. */
export const prepareCatalog = async (db: Connection): Promise<void> => {
  if (await waitUntilFree(db, () => formatOf(db) === FORMAT && holdsAll(db, CATALOG) && hasLatest(db))) return;
  await immediately(db, () => {
    if (formatOf(db) !== FORMAT) {
      dropEverything(db);
      db.exec(`PRAGMA user_version = ${FORMAT}`);
    }
    db.exec(CATALOG);
    if (!hasLatest(db)) db.exec('ALTER TABLE checkpoints ADD COLUMN latest INTEGER');
  });
};

/** `indexed_to` of a collection whose arrays and terms are fully indexed, including all future rows. */
const ALL_ROWS = Number.MAX_SAFE_INTEGER;

type Progress = {
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
  const [row] = statements.all('SELECT position, phase, latest FROM checkpoints WHERE projection = ?', [projection]);
  return row === undefined ? null : checkpointFrom(row[0], row[1], row[2]);
};

export const moveCheckpoint = (
  statements: Statements,
  projection: string,
  { position, phase, latest = null }: Omit<Checkpoint, 'latest'> & { readonly latest?: number | null },
): void =>
  statements.run(
    `INSERT INTO checkpoints (projection, position, phase, latest) VALUES (?, ?, ?, ?)
     ON CONFLICT (projection) DO UPDATE SET position = excluded.position, phase = excluded.phase,
       latest = coalesce(excluded.latest, latest)
     WHERE (phase = 'filling' AND excluded.position >= position) OR (excluded.phase = 'live' AND excluded.position > position)`,
    [projection, position, phase, latest],
  );

/** Tombstones have one table for all collections, separate from the rows, so that queries never see one. */
export const tombstonesAmong = (
  { all }: Statements,
  { name }: Collection,
  ids: readonly string[],
): ReadonlyMap<string, Tombstone> =>
  new Map(
    all(
      'SELECT id, position, withheld FROM tombstones WHERE collection = ? AND id IN (SELECT value FROM json_each(?))',
      [name, JSON.stringify(ids)],
    ).map(([id, position, withheld]) => [
      String(id),
      { id: String(id), position: Number(position), ...(withheld === 1 ? { withheld: true } : {}) },
    ]),
  );

/** Call within the transaction that removes the row. Keeps the latest tombstone. */
export const addTombstone = ({ run }: Statements, { name }: Collection, { id, position, withheld }: Tombstone): void =>
  run(
    `INSERT INTO tombstones (collection, id, position, withheld) VALUES (?, ?, ?, ?)
     ON CONFLICT (collection, id) DO UPDATE SET position = excluded.position, withheld = excluded.withheld
     WHERE excluded.position > position`,
    [name, id, position, withheld === true ? 1 : 0],
  );

/** Call when the collection is dropped, or before it is created. */
const forgetTombstones = ({ run }: Statements, { name }: Collection): void =>
  run('DELETE FROM tombstones WHERE collection = ?', [name]);

/**
 * The word of a row for one set of fields that a declared listing pins, built from their values: with it, a search within such a listing is
 * counted by the full-text index alone. Letters and digits only, so that the tokenizer does not split it.
 */
export const wordSql = (set: number, values: readonly string[]): string =>
  `'${MARKS.facet}${set}x' || hex(${values.map((value) => `quote(${value})`).join(` || ',' || `)})`;

const columnsIn = (fields: readonly string[]): readonly string[] => fields.map((field) => `m.${columnOf(field)}`);

/** SQL for the full-text content of a row `m`. */
const wordsSql = ({ facets }: Layout): string =>
  [`coalesce(m.terms, '')`, ...facets.map((fields, set) => `' ' || ${wordSql(set, columnsIn(fields))}`)].join(' || ');

/** Adds written rows `m` to the full-text index, if there is one. They must not be in it yet. */
export const addWords = ({ run }: Statements, layout: Layout, rows: string, values: readonly SqlValue[] = []): void => {
  const { documents, terms } = layout;
  if (terms !== null)
    run(
      `INSERT INTO ${terms} (rowid, terms) SELECT m.row, ${wordsSql(layout)} FROM ${documents.name} m WHERE ${rows}`,
      values,
    );
};

/** The fields whose values make up a row's facet words. */
export const wordFields = ({ facets }: Layout): readonly string[] => [...new Set(facets.flat())];

/** Rows indexed (elements and terms) in one transaction. */
const STEP = 4_000;

type Store = { readonly db: Connection; readonly statements: Statements };

const tables = ({ documents, lists, terms }: Layout): readonly string[] => [
  // The document is the last column, so reading other columns never touches its overflow pages.
  `CREATE TABLE IF NOT EXISTS ${documents.name} (row INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE,
     position INTEGER NOT NULL, ${documents.fields.map((field) => `${columnOf(field)},`).join(' ')} terms TEXT, doc TEXT NOT NULL)`,
  ...lists.map(
    ({ name, fields }) =>
      `CREATE TABLE IF NOT EXISTS ${name} (row INTEGER NOT NULL, element TEXT NOT NULL, id TEXT NOT NULL,
         ${fields.map((field) => `${columnOf(field)},`).join(' ')} PRIMARY KEY (row, element)) WITHOUT ROWID`,
  ),
  // Terms are folded words whose only ASCII characters are letters and digits, so this tokenizer leaves them whole.
  ...(terms === null
    ? []
    : [
        `CREATE VIRTUAL TABLE IF NOT EXISTS ${terms} USING fts5
           (terms, content = '', contentless_delete = 1, detail = none, tokenize = 'ascii', prefix = '1 2 3')`,
      ]),
];

const indexesOf = ({ documents, lists }: Layout): readonly string[] =>
  [documents, ...lists].flatMap(({ indexes }) => indexes.map(({ ddl }) => ddl));

const shapeOf = ({ indexes, arrays = [], shown = [], search = false, unique }: Collection): string =>
  JSON.stringify([
    ...[indexes.map(({ asked: _asked, ...made }) => made), arrays, [...shown, ...arrays], search],
    ...(unique === undefined ? [] : [unique]),
  ]);

/** Throws if the collection exists with other indexes or columns: its name then needs another version. */
export const create = ({ db, statements }: Store, collection: Collection, indexes: 'now' | 'later'): Promise<void> =>
  immediately(db, () => {
    const shape = shapeOf(collection);
    const known = statements.value('SELECT shape FROM collections WHERE name = ?', [collection.name]);
    if (known === shape) return;
    if (known !== null)
      throw new Error(
        `${collection.name} was created with other indexes or columns; increase the version of its projection`,
      );
    const layout = layoutOf(collection);
    for (const ddl of tables(layout)) db.exec(ddl);
    if (indexes === 'now') for (const ddl of indexesOf(layout)) db.exec(ddl);
    const row = [collection.name, shape, ...(indexes === 'now' ? [ALL_ROWS, 1] : [0, 0])];
    statements.run('INSERT INTO collections (name, shape, indexed_to, ready) VALUES (?, ?, ?, ?)', row);
  });

/** Indexes the next rows. True when none are left: the last step leaves future rows to their writers, however busy. */
const step = (statements: Statements, layout: Layout): boolean => {
  const { collection, documents, lists } = layout;
  const from = progressOf(statements, collection)?.indexedTo ?? ALL_ROWS;
  if (from === ALL_ROWS) return true;
  const last = statements.value(
    `SELECT row FROM ${documents.name} WHERE row > ? ORDER BY row LIMIT 1 OFFSET ${STEP - 1}`,
    [from],
  );
  const to = last === null ? ALL_ROWS : Number(last);
  const rows = `m.row > ${from} AND m.row <= ${to}`;
  for (const { name, array, fields } of lists)
    statements.run(
      `INSERT OR IGNORE INTO ${name} (${['row', 'element', 'id', ...fields.map(columnOf)].join(', ')})
       SELECT ${['m.row', 'e.value', 'm.id', ...fields.map((field) => `m.${columnOf(field)}`)].join(', ')}
       FROM ${documents.name} m, ${elementsIn(`m.${columnOf(array)}`)} e WHERE ${rows}`,
    );
  addWords(statements, layout, rows);
  statements.run('UPDATE collections SET indexed_to = ? WHERE name = ?', [to, collection.name]);
  return to === ALL_ROWS;
};

export const index = async ({ db, statements }: Store, collection: Collection): Promise<void> => {
  const layout = layoutOf(collection);
  const progress = await waitUntilFree(db, () => progressOf(statements, collection));
  if (progress === null || progress.ready) return;
  for (let isDone = false; !isDone; await nextTurn()) isDone = await immediately(db, () => step(statements, layout));
  for (const ddl of indexesOf(layout)) {
    await immediately(db, () => db.exec(ddl));
    await nextTurn();
  }
  await immediately(db, () => statements.run('UPDATE collections SET ready = 1 WHERE name = ?', [collection.name]));
};

export const drop = (
  { db, statements }: Store,
  projection: string,
  collections: readonly Collection[],
): Promise<void> =>
  immediately(db, () => {
    for (const collection of collections) {
      const { documents, lists, terms } = layoutOf(collection);
      for (const name of [documents.name, ...lists.map((list) => list.name), ...(terms === null ? [] : [terms])])
        db.exec(`DROP TABLE IF EXISTS ${name}`);
      statements.run('DELETE FROM collections WHERE name = ?', [collection.name]);
      forgetTombstones(statements, collection);
    }
    statements.run('DELETE FROM checkpoints WHERE projection = ?', [projection]);
  });
