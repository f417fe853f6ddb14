/**
 * Words that a row carries in the full-text index beside its terms: one for each set of fields that a declared listing
 * pins, made of their values. So a search within such a listing is counted by the full-text index alone.
 */
import type { Condition, Row } from '../../../projections/ports.ts';
import type { Layout } from './layout.ts';

/** A private-use character, which no folded text holds. */
const MARK = '\u{e000}';

/** Letters and digits only, so that the tokenizer leaves it whole. */
const wordOf = (set: number, values: readonly unknown[]): string =>
  `${MARK}${set}x${Buffer.from(JSON.stringify(values)).toString('hex')}`;

export const facetsOf = ({ facets }: Layout, row: Row): string | null =>
  facets.length === 0
    ? null
    : facets.map((fields, set) => ` ${wordOf(set, fields.map((field) => row[field] ?? null))}`).join(''); // prettier-ignore

/** The word of all rows that meet the conditions and of no other, or null if there is none. */
export const facetFor = ({ facets }: Layout, conditions: readonly Condition[]): string | null => {
  const pinned = new Map(
    conditions.flatMap((condition) => ('eq' in condition ? [[condition.field, condition.eq] as const] : [])),
  );
  if (pinned.size < conditions.length) return null;
  const set = facets.findIndex((fields) => fields.length === pinned.size && fields.every((field) => pinned.has(field)));
  const fields = facets[set];
  return fields === undefined ? null : wordOf(set, fields.map((field) => pinned.get(field) ?? null)); // prettier-ignore
};
