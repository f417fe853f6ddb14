/** Concurrent edits of one record: what each side changed, and where they overlap. */
import { equal } from '../../../../domain/equal.ts';
import type { Fieldset } from './fieldset.ts';
import type { Fields, Value, Values } from './value.ts';

export type Edit = { readonly base: Value; readonly mine: Value };
export type Edits = Readonly<Record<string, Edit>>;
type Theirs = { readonly field: string; readonly before: Value; readonly after: Value };

export type Conflict = {
  readonly mine: Edits;
  /** All changes since it was read, overlapping or not. */
  readonly theirs: readonly Theirs[];
  /** The fields that both changed to different values. */
  readonly overlapping: readonly string[];
};

type Compared = Pick<Fieldset<never>, 'fieldsIn' | 'valueIn'>;

/** `seen`: the record as it was shown, for the fields that were not opened. */
export const conflictOf = ({ fieldsIn, valueIn }: Compared, mine: Edits, seen: Fields, now: Fields): Conflict => {
  const before = (field: string): Value => {
    const edit = mine[field];
    return edit === undefined ? valueIn(seen, field) : edit.base;
  };
  const theirs = [...new Set([...fieldsIn(seen, now), ...Object.keys(mine)])]
    .map((field) => ({ field, before: before(field), after: valueIn(now, field) }))
    .filter((change) => !equal(change.before, change.after));
  const overlapping = theirs
    .filter(({ field, after }) => mine[field] !== undefined && !equal(mine[field].mine, after))
    .map(({ field }) => field);
  return { mine, theirs, overlapping };
};

/** The edits to save: mine, without the fields where theirs was chosen or is the same. */
export const resolved = ({ mine, theirs }: Conflict, takeTheirs: ReadonlySet<string>): Values => {
  const isSame = (field: string, value: Value): boolean =>
    theirs.some((each) => each.field === field && equal(each.after, value));
  const values = Object.entries(mine).map(([field, edit]) => [field, edit.mine] as const);
  return Object.fromEntries(values.filter(([field, value]) => !takeTheirs.has(field) && !isSame(field, value)));
};

/** Whether the record already has all of my edits, for example after a save whose response was lost. */
export const hasMine = (conflict: Conflict): boolean => Object.keys(resolved(conflict, new Set())).length === 0;
