/** The changes of an event as listings show them. */
import { excerptOf, fitting } from '../../../domain/excerpt.ts';
import { TIMELINE } from '../../../domain/limits.ts';
import { defined } from '../../../domain/own.ts';
import type { FieldDifference } from '../../../projections/timeline/describe/index.ts';
import { formatBytes } from '../../http/amounts.ts';

export type Excerpt = {
  readonly changes: readonly FieldDifference[];
  readonly changes_omitted?: number;
};

export const EXCERPT_NOTE =
  `Listings show at most ${formatBytes(TIMELINE.changesBytes)} of changes per event: a value above ` +
  `${formatBytes(TIMELINE.valueBytes)} of JSON is replaced by null, with its size in \`before_bytes\` or \`after_bytes\`, and ` +
  '`changes_omitted` counts the changes left out. `GET /api/activity/{id}` returns the full event.';

const shortened = ({ before, after, ...rest }: FieldDifference): FieldDifference => {
  const [was, is] = [excerptOf(before), excerptOf(after)];
  const omitted = defined({ before_bytes: was.bytes, after_bytes: is.bytes });
  return { ...rest, before: was.value, after: is.value, ...omitted };
};

export const changesExcerpt = (changes: readonly FieldDifference[]): Excerpt => {
  const { shown, omitted } = fitting(changes, shortened);
  return omitted === 0 ? { changes: shown } : { changes: shown, changes_omitted: omitted };
};
