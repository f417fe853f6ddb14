/**
 * The tables of a collection in SQLite: documents, with a column per queried or listed field; one table per queried array (a
 * line per element, with the fields that its listings compare and sort by); and a full-text index of terms.
 */
import type { ZlibOptions } from 'node:zlib';
import type { Collection, Index as Declared } from '../../../projections/ports.ts';
import { compressionWith } from './compressing.ts';
import { quoted } from './values.ts';

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
  /** Null if documents are text, always. */
  readonly compression: ZlibOptions | null;
  /** Of `shown`, fields that are in the document instead, if that is compressed. */
  readonly movable: ReadonlySet<string>;
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
  const { name, indexes, arrays = [], shown = [], search = false, compressed } = collection;
  const arrayOf = ({ equal }: Declared): string | undefined => equal.find((field) => arrays.includes(field));
  const documents = quoted(name);
  const listed = [...new Set(indexes.map(arrayOf).filter((array) => array !== undefined))];
  const queried = distinct(indexes.flatMap(({ equal, sort }) => [...equal, ...(sort === undefined ? [] : [sort])]));
  const fields = distinct([...queried, ...shown, ...arrays]);
  return {
    collection,
    columns: new Set(fields),
    shown: new Set(fields.filter((field) => arrays.includes(field) || !queried.includes(field))),
    compression: compressed === undefined ? null : compressionWith(compressed.dictionary),
    movable: new Set(compressed?.fields),
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
