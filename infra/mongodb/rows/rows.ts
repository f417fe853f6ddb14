/** Rows as documents: the same fields, but for the id, which is the document's own. */
import type { Document } from 'mongodb';
import type { Row, Tombstone } from '../../../projections/ports.ts';

/** Names the fields that are kept as JSON text. */
const TEXTS = '_texts';

/** Marks a tombstone. It lies among the rows, since only there one write decides between it and a row of the same id. */
export const REMOVED = '_removed';

/** Marks the tombstone of a row that is withheld altogether. */
const WITHHELD = '_withheld';

/** The positions that counts were counted at, by field; a row that is replaced is counted again. */
export const COUNTED = '_counted';

export type RowDocument = Document & {
  readonly _id: string;
  readonly position: number;
  readonly [TEXTS]?: readonly string[];
  readonly [REMOVED]?: true;
  readonly [WITHHELD]?: true;
  readonly [COUNTED]?: Readonly<Record<string, number>>;
};

/** It has no field of a row, so that queries which ask for the value of any pass it over by themselves. */
export const graveOf = ({ id, position, withheld }: Tombstone): RowDocument => ({
  _id: id,
  position,
  [REMOVED]: true,
  ...(withheld === true ? { [WITHHELD]: true } : {}),
});

export const NOT_REMOVED = { [REMOVED]: { $exists: false } } as const;

export const tombstoneOf = ({ _id, position, [WITHHELD]: withheld }: RowDocument): Tombstone => ({
  id: _id,
  position,
  ...(withheld === true ? { withheld } : {}),
});

/** MongoDB refuses documents that are nested deeper than 100. */
const DEEPEST = 90;

/**
 * True for JSON that a document cannot carry as it is: keys that begin with `$`, which servers or the driver take for
 * operators and references, keys with a NUL character, the driver's own mark, and what is nested too deep.
 */
const isForeign = (value: unknown, depth = 0): boolean => {
  if (typeof value !== 'object' || value === null) return false;
  if (depth > DEEPEST) return true;
  if (Array.isArray(value)) return value.some((each) => isForeign(each, depth + 1));
  for (const [key, inner] of Object.entries(value))
    if (key.startsWith('$') || key === '_bsontype' || key.includes('\0') || isForeign(inner, depth + 1)) return true;
  return false;
};

export const documentOf = ({ id, ...fields }: Row): RowDocument => {
  const texts = Object.keys(fields).filter((field) => isForeign(fields[field]));
  const document = { _id: id, ...fields };
  if (texts.length === 0) return document;
  const asText = Object.fromEntries(texts.map((field) => [field, JSON.stringify(fields[field])]));
  return { ...document, ...asText, [TEXTS]: texts };
};

/** What is read of a document for these fields. */
export const cutTo = (fields: readonly string[]): Document =>
  Object.fromEntries([...fields.filter((field) => field !== 'id'), 'position', TEXTS].map((field) => [field, 1]));

/** The same for rows to be folded further, which may be tombstones. */
export const cutToFold = (fields: readonly string[]): Document => ({ ...cutTo(fields), [REMOVED]: 1, [WITHHELD]: 1 });

export const rowOf = ({ _id, [TEXTS]: texts = [], [COUNTED]: _counted, ...fields }: RowDocument): Row => {
  const row = { id: _id, ...fields };
  if (texts.length === 0) return row;
  const parsed = texts
    .filter((field) => field in fields)
    .map((field) => [field, JSON.parse(String((fields as Document)[field])) as unknown]);
  return { ...row, ...(Object.fromEntries(parsed) as Document) };
};
