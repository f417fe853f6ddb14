/**
 * Words that a row has in the full-text index beside its terms: one for each set of fields that a declared listing pins,
 * made of their values. So a search within such a listing is counted by the full-text index alone.
 */
import type { Json } from '../../../domain/json.ts';
import type { Condition } from '../../../projections/ports.ts';
import { columnOf, type Layout } from './layout.ts';
import type { Sql } from './conditions.ts';
import type { Statements } from './statements.ts';
import { toSql, type SqlValue } from './values.ts';

/** A private-use character, which no folded text holds. */
const MARK = '\u{e000}';

/** Letters and digits only, so that the tokenizer leaves it whole. */
const wordSql = (set: number, values: readonly string[]): string =>
  `'${MARK}${set}x' || hex(${values.map((value) => `quote(${value})`).join(` || ',' || `)})`;

const columnsIn = (fields: readonly string[]): readonly string[] => fields.map((field) => `m.${columnOf(field)}`);

/** All that the full-text index holds of a row `m`. */
const wordsSql = ({ facets }: Layout): string =>
  [`coalesce(m.terms, '')`, ...facets.map((fields, set) => `' ' || ${wordSql(set, columnsIn(fields))}`)].join(' || ');

/** Puts rows `m` that are written, and not in it yet, in the full-text index, if there is one. */
export const addWords = ({ run }: Statements, layout: Layout, rows: string, values: readonly SqlValue[] = []): void => {
  const { documents, terms } = layout;
  if (terms !== null)
    run(
      `INSERT INTO ${terms} (rowid, terms) SELECT m.row, ${wordsSql(layout)} FROM ${documents.name} m WHERE ${rows}`,
      values,
    );
};

/** The fields whose values are among a row's words, besides its terms. */
export const wordFields = ({ facets }: Layout): readonly string[] => [...new Set(facets.flat())];

/**
 * What a match begins with for all rows that meet the conditions and no other: nothing without conditions, else the word of a
 * set of fields. Null if there is none.
 */
export const facetFor = ({ facets }: Layout, conditions: readonly Condition[]): Sql | null => {
  if (conditions.length === 0) return { sql: `''`, values: [] };
  const pinned = new Map(
    conditions.flatMap((condition) => ('eq' in condition ? [[condition.field, condition.eq] as const] : [])),
  );
  if (pinned.size < conditions.length) return null;
  const set = facets.findIndex((fields) => fields.length === pinned.size && fields.every((field) => pinned.has(field)));
  const fields = facets[set];
  if (fields === undefined) return null;
  const values = fields.map((field) => toSql(pinned.get(field) as Json | undefined));
  const word = wordSql(set, Array<string>(fields.length).fill('?'));
  return { sql: `'"' || ${word} || '" AND '`, values };
};
