/** Creates, indexes and drops collections in short steps, so other writers get their turn in between. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { immediately, waitUntilFree, type Connection } from '../connection/database.ts';
import type { Collection } from '../../../projections/ports.ts';
import { ALL_ROWS, progressOf } from './catalog.ts';
import { addWords } from './facets.ts';
import { columnOf, layoutOf, type Layout } from './layout.ts';
import { elementsIn } from './values.ts';
import type { Statements } from './statements.ts';
import { forgetTombstones } from './tombstones.ts';

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

const shapeOf = ({ indexes, arrays = [], shown = [], search = false, unique, compressed }: Collection): string =>
  JSON.stringify([
    ...[indexes.map(({ asked: _asked, ...made }) => made), arrays, [...shown, ...arrays], search],
    ...[unique, compressed].filter((declared) => declared !== undefined),
  ]);

/** Throws if the collection exists with other indexes or another dictionary: its name then needs another version. */
export const create = ({ db, statements }: Store, collection: Collection, indexes: 'now' | 'later'): Promise<void> =>
  immediately(db, () => {
    const shape = shapeOf(collection);
    const known = statements.value('SELECT shape FROM collections WHERE name = ?', [collection.name]);
    if (known === shape) return;
    if (known !== null)
      throw new Error(
        `${collection.name} was created with other indexes, columns or text to compress with; increase the version of its projection`,
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
