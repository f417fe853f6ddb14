/** Shortens an event's changes for listings, so that a page stays small however large the records are. */
import { jsonBytes, TIMELINE } from '../../../domain/limits.ts';
import { defined } from '../../../domain/own.ts';
import type { FieldDifference } from '../../../projections/timeline/describe/index.ts';
import { formatBytes } from '../../http/amounts.ts';

export type Excerpt = {
  readonly changes: readonly FieldDifference[];
  readonly changes_omitted?: number;
  readonly withheld?: true;
};

export const EXCERPT_NOTE =
  `Listings show at most ${formatBytes(TIMELINE.changesBytes)} of changes per event: a value above ` +
  `${formatBytes(TIMELINE.valueBytes)} of JSON is replaced by null, with its size in \`before_bytes\` or \`after_bytes\`, and ` +
  '`changes_omitted` counts the changes left out. `GET /api/activity/{id}` returns the full event.';

const sideOf = (value: unknown) => {
  const bytes = jsonBytes(value);
  return bytes > TIMELINE.valueBytes ? { value: null, bytes } : { value, bytes: undefined };
};

const shortened = ({ before, after, ...rest }: FieldDifference): FieldDifference => {
  const [was, is] = [sideOf(before), sideOf(after)];
  const omitted = defined({ before_bytes: was.bytes, after_bytes: is.bytes });
  return { ...rest, before: was.value, after: is.value, ...omitted };
};

export const excerptOf = (changes: readonly FieldDifference[]): Excerpt => {
  const shown: FieldDifference[] = [];
  for (let room = TIMELINE.changesBytes; shown.length < changes.length;) {
    const next = shortened(changes[shown.length] as FieldDifference);
    room -= jsonBytes(next);
    if (room < 0) return { changes: shown, changes_omitted: changes.length - shown.length };
    shown.push(next);
  }
  return { changes: shown };
};
