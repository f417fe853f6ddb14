/** Rows as documents: the same fields, with the row's id as `_id`. */
import type { Document } from 'mongodb';
import type { Row, Tombstone } from '../../../projections/ports.ts';

/** Lists the fields stored as JSON text. */
const TEXTS = '_texts';

/** Marks a tombstone. Tombstones are stored among the rows, so that a single write decides between a tombstone and a row with the same id. */
export const REMOVED = '_removed';

/** Marks the tombstone of a row that is withheld entirely. */
const WITHHELD = '_withheld';

/** The positions of counts, by field; a replaced row is counted again. */
export const COUNTED = '_counted';

export type RowDocument = Document & {
  readonly _id: string;
  readonly position: number;
  readonly [TEXTS]?: readonly string[];
  readonly [REMOVED]?: true;
  readonly [WITHHELD]?: true;
  readonly [COUNTED]?: Readonly<Record<string, number>>;
};

/** Has no fields of a row, so queries for a field's value skip it. */
export const tombstoneDocument = ({ id, position, withheld }: Tombstone): RowDocument => ({
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

/** MongoDB rejects documents nested deeper than 100 levels. */
const DEEPEST = 90;

/**
 * True for JSON that a document cannot store unchanged: keys that start with `$`, which servers or the driver interpret as
 * operators and references, keys with a NUL character, the driver's own marker, and values nested too deep.
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

export const fieldName = (field: string): string => (field === 'id' ? '_id' : field);

/** The projection for these fields. */
export const cutTo = (fields: readonly string[]): Document =>
  Object.fromEntries([...fields.filter((field) => field !== 'id'), 'position', TEXTS].map((field) => [field, 1]));

export const rowOf = ({ _id, [TEXTS]: texts = [], [COUNTED]: _counted, ...fields }: RowDocument): Row => {
  const row = { id: _id, ...fields };
  if (texts.length === 0) return row;
  const parsed = texts
    .filter((field) => field in fields)
    .map((field) => [field, JSON.parse(String((fields as Document)[field])) as unknown]);
  return { ...row, ...(Object.fromEntries(parsed) as Document) };
};
