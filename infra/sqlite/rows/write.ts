/** Writes and removes rows with their array elements and terms, each only at a later position than that of the row or its tombstone. */
import { ROW } from '../../../domain/limits.ts';
import { type Change, type Collection, type Row, RowRefused, type Tombstone } from '../../../projections/ports.ts';
import { encode, type Encoded, indexedColumns, type Listed, listIn } from './codec.ts';
import {
  addTombstone,
  addWords,
  columnOf,
  type Layout,
  layoutOf,
  type ListTable,
  progressOf,
  tombstonesAmong,
  wordFields,
} from './schema.ts';
import { type Cell, fromShown, insertMany, sameValue, type Statements } from './statements.ts';

const without = (some: readonly string[], others: readonly string[]): readonly string[] => {
  const left = new Set(others);
  return some.filter((each) => !left.has(each));
};

type Numbered = { readonly number: number; readonly id: string; readonly listed: Listed };

const addElements = (statements: Statements, { name, fields }: ListTable, rows: readonly Numbered[]): void =>
  insertMany(
    statements,
    name,
    ['row', 'element', 'id', ...fields.map(columnOf)],
    rows.flatMap(({ number, id, listed: { elements, values } }) =>
      [...new Set(elements)].map((element) => [number, element, id, ...values]),
    ),
  );

/** `before`: the current column of the array. Remaining elements are only updated if another field has changed. */
const updateElements = (
  statements: Statements,
  list: ListTable,
  row: Numbered,
  before: Cell,
  changed: (field: string) => boolean,
): void => {
  const { name, array, fields } = list;
  const { elements, values } = row.listed;
  const [known, wanted] = changed(array) ? [listIn(fromShown(before)), elements] : [[], []];
  for (const gone of without(known, wanted))
    statements.run(`DELETE FROM ${name} WHERE row = ? AND element = ?`, [row.number, gone]);
  const set = fields.flatMap((field, n) => (changed(field) ? [{ field, value: values[n] ?? null }] : []));
  if (set.length > 0)
    statements.run(`UPDATE ${name} SET ${set.map(({ field }) => `${columnOf(field)} = ?`).join(', ')} WHERE row = ?`, [
      ...set.map(({ value }) => value),
      row.number,
    ]);
  addElements(statements, list, [{ ...row, listed: { elements: without(wanted, known), values } }]);
};

/** A change with everything computed that does not need the write lock. */
type Prepared = {
  readonly collection: Collection;
  readonly replace: readonly Encoded[];
  readonly remove: readonly Tombstone[];
};

const idsOf = (rows: readonly { readonly id: string }[]): readonly string[] => rows.map(({ id }) => id);

/** The latest of several changes to one row in a batch. */
const latest = <T extends Tombstone>(changes: readonly T[]): readonly T[] => {
  const kept = new Map<string, T>();
  for (const each of changes) if (each.position >= (kept.get(each.id)?.position ?? -1)) kept.set(each.id, each);
  return [...kept.values()];
};

/** Maximum bytes of UTF-8 per unit of UTF-16. */
const MOST_BYTES_A_CHARACTER = 3;

const encoded = (layout: Layout, row: Row): Encoded => {
  const { name } = layout.collection;
  const refused = (reason: string, options?: ErrorOptions): RowRefused =>
    new RowRefused([{ collection: name, id: row.id, reason }], options);
  let made: Encoded;
  try {
    made = encode(layout, row);
  } catch (error) {
    throw refused('it cannot be written as JSON', { cause: error });
  }
  // The same limit as in MongoDB, so rows fit after a migration, and in a projector's memory.
  const bytes = made.doc.length * MOST_BYTES_A_CHARACTER > ROW.bytes ? Buffer.byteLength(made.doc) : 0;
  if (bytes > ROW.bytes) throw refused(`${bytes} bytes are beyond ${ROW.bytes}`);
  return made;
};

/** Throws `RowRefused`. */
export const prepare = ({ collection, replace, remove = [] }: Change): Prepared => {
  const layout = layoutOf(collection);
  return { collection, replace: latest(replace).map((row) => encoded(layout, row)), remove: latest(remove) };
};

type Present = { readonly number: number; readonly position: number; readonly indexed: readonly Cell[] };

const presentAmong = ({ all }: Statements, layout: Layout, ids: readonly string[]): ReadonlyMap<string, Present> =>
  new Map(
    all(
      `SELECT id, row, position, ${indexedColumns(layout).join(', ')} FROM ${layout.documents.name}
       WHERE id IN (SELECT value FROM json_each(?))`,
      [JSON.stringify(ids)],
    ).map(([id, number, position, ...indexed]) => [
      String(id),
      { number: Number(number), position: Number(position), indexed },
    ]),
  );

const NOT_LISTED: Listed = { elements: [], values: [] };
const listedIn = ({ lists }: Encoded, table: number): Listed => lists[table] ?? NOT_LISTED;

const insertRows = (statements: Statements, layout: Layout, rows: readonly Encoded[], indexedTo: number): void => {
  const { documents, lists } = layout;
  const next = Number(statements.value(`SELECT coalesce(max(row), 0) + 1 FROM ${documents.name}`));
  const numbered = rows.map((encoded, n) => ({ ...encoded, number: next + n }));
  insertMany(
    statements,
    documents.name,
    ['row', 'id', 'position', ...indexedColumns(layout), 'doc'],
    numbered.map(({ number, id, position, indexed, doc }) => [number, id, position, ...indexed, doc]),
  );
  // Rows beyond the mark are indexed later, with the rest.
  const indexed = numbered.filter(({ number }) => number <= indexedTo);
  lists.forEach((list, n) => {
    const rowsListed = indexed.map((row) => ({ ...row, listed: listedIn(row, n) }));
    addElements(statements, list, rowsListed);
  });
  const last = indexed.at(-1);
  if (last !== undefined) addWords(statements, layout, 'm.row >= ? AND m.row <= ?', [next, last.number]);
};

/** Names only changed columns, since SQLite rewrites every index on a named column. */
const updateRow = (
  statements: Statements,
  layout: Layout,
  { number, indexed: before }: Present,
  encoded: Encoded,
  isIndexed: boolean,
): void => {
  const { documents, lists, terms } = layout;
  const { id, position, indexed, doc } = encoded;
  const columns = indexedColumns(layout);
  const isChanged = (n: number): boolean => !sameValue(before[n] ?? null, indexed[n] ?? null);
  const changed = columns.flatMap((column, n) => (isChanged(n) ? [{ column, value: indexed[n] ?? null }] : []));
  statements.run(
    `UPDATE ${documents.name} SET position = ?, doc = ?${changed.map(({ column }) => `, ${column} = ?`).join('')} WHERE row = ?`,
    [position, doc, ...changed.map(({ value }) => value), number],
  );
  if (!isIndexed) return;
  const isFieldChanged = (field: string): boolean =>
    field === 'position' || changed.some(({ column }) => column === columnOf(field));
  lists.forEach((list, n) => {
    const elements = before[columns.indexOf(columnOf(list.array))] ?? null;
    updateElements(statements, list, { number, id, listed: listedIn(encoded, n) }, elements, isFieldChanged);
  });
  const areWordsChanged =
    changed.some(({ column }) => column === 'terms') || wordFields(layout).some((field) => isFieldChanged(field));
  if (terms === null || !areWordsChanged) return;
  statements.run(`DELETE FROM ${terms} WHERE rowid = ?`, [number]);
  addWords(statements, layout, 'm.row = ?', [number]);
};

const removeRow = (statements: Statements, layout: Layout, number: number, isIndexed: boolean): void => {
  const { documents, lists, terms } = layout;
  if (isIndexed) {
    for (const { name } of lists) statements.run(`DELETE FROM ${name} WHERE row = ?`, [number]);
    if (terms !== null) statements.run(`DELETE FROM ${terms} WHERE rowid = ?`, [number]);
  }
  statements.run(`DELETE FROM ${documents.name} WHERE row = ?`, [number]);
};

/** Call within a write transaction. `isAgain`: also overwrites rows at their present position, for changes not caused by an event. */
export const write = (statements: Statements, { collection, replace, remove }: Prepared, isAgain = false): void => {
  if (replace.length + remove.length === 0) return;
  const layout = layoutOf(collection);
  const indexedTo = progressOf(statements, collection)?.indexedTo ?? 0;
  const present = presentAmong(statements, layout, idsOf(replace));
  const absent = replace.filter(({ id }) => !present.has(id));
  const tombstones = tombstonesAmong(statements, collection, idsOf(absent));
  const fresh = absent.filter(({ id, position }) => (tombstones.get(id)?.position ?? -1) < position);
  insertRows(statements, layout, fresh, indexedTo);
  for (const row of replace) {
    const before = present.get(row.id);
    if (before !== undefined && (isAgain || before.position < row.position))
      updateRow(statements, layout, before, row, before.number <= indexedTo);
  }
  if (remove.length === 0) return;
  // Reread, since the same batch may have just written the row at a new position.
  const removable = presentAmong(statements, layout, idsOf(remove));
  for (const tombstone of remove) {
    const row = removable.get(tombstone.id);
    if (row !== undefined && row.position >= tombstone.position) continue;
    if (row !== undefined) removeRow(statements, layout, row.number, row.number <= indexedTo);
    addTombstone(statements, collection, tombstone);
  }
};
