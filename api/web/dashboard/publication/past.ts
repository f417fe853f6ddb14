/** Earlier states of a record: the present one with later changes reverted, newest first. */
import type { Change } from '../../client/generated/operations.ts';
import { fieldsTouched, pointerTo, tokensOf } from '../../../../domain/changes/change.ts';
import { equal } from '../../../../domain/equal.ts';
import { isEditable } from './fields.ts';
import { isFields, type Fields, type Value } from '../../parts/editing/value.ts';

type Difference = Change['changes'][number];

const RECORDED = new Set(['PublicationEdited', 'PublicationRefreshed']);

const isWithin = (path: string, whole: string): boolean => path === whole || path.startsWith(`${whole}/`);

/** Whether a change replaces all of the value at the path, or one of its entries. */
const concerns =
  (path: string) =>
  (difference: Difference): boolean =>
    isWithin(path, difference.path) || isWithin(difference.path, path);

const isComplete = ({ before_bytes: before, after_bytes: after }: Difference): boolean =>
  before === undefined && after === undefined;

const valueAt = (value: unknown, tokens: readonly string[]): unknown =>
  tokens.reduce((found, token) => (isFields(found) ? found[token] : undefined), value) ?? null;

/** Removes an inserted entry, and puts a removed one back. Undefined if the list is not as the change left it. */
const entryBefore = (list: readonly unknown[], index: number, difference: Difference): unknown => {
  const { before, after } = difference;
  const was = before !== null || difference.before_is_null === true ? [before] : [];
  const is = after !== null || difference.after_is_null === true ? [after] : [];
  if (index > list.length || !equal(list.slice(index, index + is.length), is)) return undefined;
  return [...list.slice(0, index), ...was, ...list.slice(index + is.length)];
};

const differenceBefore = (path: string, value: unknown, difference: Difference): unknown => {
  const [tokens, changed] = [tokensOf(path), tokensOf(difference.path)];
  if (isWithin(path, difference.path)) return valueAt(difference.before, tokens.slice(changed.length));
  return entryBefore(Array.isArray(value) ? value : [], Number(changed[tokens.length]), difference);
};

const isCut = (changes: readonly Change[]): boolean =>
  changes.some(({ changes_omitted: omitted = 0 }) => omitted !== 0);

/** The value at a path before all of these changes; undefined if it cannot be reconstructed exactly. */
const valueBefore = (changes: readonly Change[], record: Fields, path: string): unknown => {
  const since = changes.flatMap(({ changes: all }) => all.filter(concerns(path)).reverse());
  const last = since.at(-1);
  const saysAll = last !== undefined && isComplete(last) && isWithin(path, last.path);
  if (!saysAll && (isCut(changes) || !since.every(isComplete))) return undefined;
  return (saysAll ? [last] : since).reduce<unknown>(
    (value, difference) => (value === undefined ? undefined : differenceBefore(path, value, difference)),
    valueAt(record, tokensOf(path)),
  );
};

const isEdit = ({ event_type: type }: Change): boolean => type === 'PublicationEdited';

type Shown = { readonly merged: Fields; readonly edited: Fields | null };

/**
 * The earlier values of the fields that the change at `index` touched. `history`: newest first, complete since that change.
 * Fields that cannot be reconstructed exactly are left out, and what a provider changed beneath an edit.
 */
export const fieldsBefore = (history: readonly Change[], index: number, { merged, edited }: Shown) => {
  const event = history[index];
  if (event === undefined || !RECORDED.has(event.event_type)) return {};
  const since = history.slice(0, index + 1);
  const byStaff = new Set([
    ...Object.keys(edited ?? {}),
    ...history.filter(isEdit).flatMap(({ changes }) => fieldsTouched(changes)),
  ]);
  const fields = fieldsTouched(event.changes).filter(
    (field) => isEditable(field) && (isEdit(event) || !byStaff.has(field)),
  );
  const before = fields.map((field): [string, unknown] => [
    field,
    valueBefore(byStaff.has(field) ? since.filter(isEdit) : since, merged, pointerTo(field)),
  ]);
  return Object.fromEntries(before.filter(([, value]) => value !== undefined)) as Readonly<Record<string, Value>>;
};
