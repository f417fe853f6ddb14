/** The expected result of a query, in plain JavaScript over an array of rows. */
import type { Condition, Find, Row, Sort, CoOccurrenceQuery, Where } from '../../../projections/ports.ts';

type Scalar = string | number | boolean;

const isScalar = (value: unknown): value is Scalar => ['string', 'number', 'boolean'].includes(typeof value);

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? (value as unknown[]) : []);

/** Values compare only with values of the same type. */
const within = (value: unknown, condition: Readonly<Record<string, unknown>>): boolean => {
  const holds = (bound: unknown, compare: (value: Scalar, bound: Scalar) => boolean): boolean =>
    bound === undefined ||
    (isScalar(value) && isScalar(bound) && typeof value === typeof bound && compare(value, bound));
  return (
    holds(condition['gt'], (a, b) => a > b) &&
    holds(condition['gte'], (a, b) => a >= b) &&
    holds(condition['lt'], (a, b) => a < b) &&
    holds(condition['lte'], (a, b) => a <= b)
  );
};

const meets = (row: Row, condition: Condition): boolean => {
  const value = row[condition.field] ?? null;
  if ('eq' in condition) return value === condition.eq;
  if ('in' in condition) return (condition.in as readonly unknown[]).includes(value);
  if ('notIn' in condition) return !(condition.notIn as readonly unknown[]).includes(value);
  if ('exists' in condition) return (value !== null) === condition.exists;
  if ('contains' in condition) return listOf(value).includes(condition.contains);
  if ('containsAny' in condition) return condition.containsAny.some((each) => listOf(value).includes(each));
  return within(value, condition);
};

const matches = (row: Row, { all, terms = [] }: Where): boolean =>
  all.every((condition) => meets(row, condition)) &&
  terms.every((sought) => [sought].flat().some((prefix) => (row.terms ?? []).some((term) => term.startsWith(prefix))));

/** Strings by code point: the rows of the contract stay within the basic plane, where that is the order of `<`. */
const byField =
  ({ field, dir }: Sort) =>
  (a: Row, b: Row): number => {
    const [left, right] = [a[field] ?? null, b[field] ?? null];
    if (left === right) return 0;
    if (left === null) return 1;
    if (right === null) return -1;
    return (left < right ? -1 : 1) * (dir === 'asc' ? 1 : -1);
  };

const cut = (row: Row, fields: readonly string[]): Row => ({
  ...Object.fromEntries(fields.filter((field) => Object.hasOwn(row, field)).map((field) => [field, row[field]])),
  id: row.id,
  position: row.position,
});

export const expectedRows = (rows: readonly Row[], { where, sort, offset = 0, limit, fields }: Find): readonly Row[] =>
  rows
    .filter((row) => matches(row, where))
    .sort((a, b) => (a.id < b.id ? -1 : 1))
    .sort(byField(sort ?? { field: 'id', dir: 'asc' }))
    .slice(offset, offset + limit)
    .map((row) => (fields === undefined ? row : cut(row, fields)));

export const expectedCount = (rows: readonly Row[], where: Where): number =>
  rows.filter((row) => matches(row, where)).length;

export const expectedGroups = (rows: readonly Row[], where: Where, by: string): Map<Scalar, number> => {
  const counts = new Map<Scalar, number>();
  for (const row of rows.filter((each) => matches(each, where))) {
    const value = row[by];
    for (const each of Array.isArray(value) ? new Set(value as unknown[]) : [value])
      if (isScalar(each)) counts.set(each, (counts.get(each) ?? 0) + 1);
  }
  return counts;
};

export const expectedTogether = (
  rows: readonly Row[],
  { where, by, values, others }: CoOccurrenceQuery,
): Map<string, Map<string, string>> => {
  const held = rows
    .filter((row) => matches(row, { all: where }))
    .map((row) => ({ id: row.id, list: listOf(row[by]) }))
    .sort((one, two) => (one.id < two.id ? -1 : 1));
  const beside = values.map((value) => {
    const rowsOf = held.filter(({ list }) => list.includes(value));
    const found = others.flatMap((other) => {
      const last = rowsOf.findLast(({ list }) => list.includes(other));
      return other === value || last === undefined ? [] : [[other, last.id] as const];
    });
    return [value, new Map(found)] as const;
  });
  return new Map(beside.filter(([, found]) => found.size > 0));
};
