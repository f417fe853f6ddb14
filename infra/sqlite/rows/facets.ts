/**
 * Facet words in the full-text index: besides its terms, a row has one word per set of fields that a declared listing pins,
 * built from their values. So a search within such a listing is counted by the full-text index alone.
 */
import type { Json } from '../../../domain/json.ts';
import { MARKS } from '../../../domain/search-terms.ts';
import type { Condition } from '../../../projections/ports.ts';
import { columnOf, type Layout } from './layout.ts';
import { pinnedBy, type Sql } from './conditions.ts';
import type { Statements } from './statements.ts';
import { toSql, type SqlValue } from './values.ts';

/** Letters and digits only, so that the tokenizer does not split it. */
const wordSql = (set: number, values: readonly string[]): string =>
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

/** The start of a match for exactly the rows that meet the conditions: empty without any, null without such a word. */
export const facetFor = ({ facets }: Layout, conditions: readonly Condition[]): Sql | null => {
  if (conditions.length === 0) return { sql: `''`, values: [] };
  const pinned = pinnedBy(conditions);
  if (pinned.size < conditions.length) return null;
  const set = facets.findIndex((fields) => fields.length === pinned.size && fields.every((field) => pinned.has(field)));
  const fields = facets[set];
  if (fields === undefined) return null;
  const values = fields.map((field) => toSql(pinned.get(field) as Json | undefined));
  const word = wordSql(set, Array<string>(fields.length).fill('?'));
  return { sql: `'"' || ${word} || '" AND '`, values };
};
