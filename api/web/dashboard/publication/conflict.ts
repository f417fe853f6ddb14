/** Concurrent edits of one record: what each side changed, and where they overlap. */
import { equal } from '../../../../domain/equal.ts';
import { fieldsShown } from './fields.ts';
import { valueIn, type Fields, type Value } from './value.ts';

export type Edit = { readonly base: Value; readonly mine: Value };
export type Theirs = { readonly field: string; readonly before: Value; readonly after: Value };

export type Conflict = {
  readonly mine: Readonly<Record<string, Edit>>;
  /** All changes since it was read, overlapping or not. */
  readonly theirs: readonly Theirs[];
  /** The fields that both changed to different values. */
  readonly overlapping: readonly string[];
};

/** `seen`: the record as it was shown, for the fields that were not opened. */
export const conflictOf = (mine: Readonly<Record<string, Edit>>, seen: Fields, now: Fields): Conflict => {
  const before = (field: string): Value => mine[field]?.base ?? valueIn(seen, field);
  const theirs = [...new Set([...fieldsShown(seen, now), ...Object.keys(mine)])]
    .map((field) => ({ field, before: before(field), after: valueIn(now, field) }))
    .filter((change) => !equal(change.before, change.after));
  const overlapping = theirs
    .filter(({ field, after }) => mine[field] !== undefined && !equal(mine[field].mine, after))
    .map(({ field }) => field);
  return { mine, theirs, overlapping };
};

/** The edits to save: mine, without the fields where theirs was chosen or is the same. */
export const resolved = (
  { mine, theirs }: Conflict,
  takeTheirs: ReadonlySet<string>,
): Readonly<Record<string, Value>> => {
  const isSame = (field: string, value: Value): boolean =>
    theirs.some((each) => each.field === field && equal(each.after, value));
  const values = Object.entries(mine).map(([field, edit]) => [field, edit.mine] as const);
  return Object.fromEntries(values.filter(([field, value]) => !takeTheirs.has(field) && !isSame(field, value)));
};
