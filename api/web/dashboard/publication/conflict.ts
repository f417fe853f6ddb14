/** Two people changed one record: what each did, and where they meet. */
import { equal } from '../../../../domain/equal.ts';
import { fieldsShown } from './fields.ts';
import { valueIn, type Fields, type Value } from './value.ts';

export type Edit = { readonly base: Value; readonly mine: Value };
export type Theirs = { readonly field: string; readonly before: Value; readonly after: Value };

export type Conflict = {
  readonly mine: Readonly<Record<string, Edit>>;
  /** All that changed since it was read, whether it meets mine or not. */
  readonly theirs: readonly Theirs[];
  /** Fields that both changed, and not to the same. */
  readonly overlapping: readonly string[];
};

/** `seen`: the record that the reader had before them, for the fields that they did not open. */
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

/** What is then saved: mine, but for the fields that were decided for theirs, and those that already say the same. */
export const resolved = (
  { mine, theirs }: Conflict,
  takeTheirs: ReadonlySet<string>,
): Readonly<Record<string, Value>> =>
  Object.fromEntries(
    Object.entries(mine)
      .filter(
        ([field, edit]) =>
          !takeTheirs.has(field) && !theirs.some((each) => each.field === field && equal(each.after, edit.mine)),
      ) // prettier-ignore
      .map(([field, edit]) => [field, edit.mine]),
  );
