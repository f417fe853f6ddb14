/** Earlier states of a record: the present one with later changes reverted, newest first. */
import type { Change } from '../../client/generated/operations.ts';
import { fieldsTouched, tokensOf } from '../../../../domain/changes/change.ts';
import { isEditable } from './fields.ts';
import type { Fields, Value } from '../../parts/editing/value.ts';
import { ORCID, valueIn } from './value.ts';

type Difference = Change['changes'][number];

const RECORDED = new Set(['PublicationEdited', 'PublicationRefreshed']);

const isWhole = ({ before_bytes: before, after_bytes: after }: Difference): boolean =>
  before === undefined && after === undefined;

/** Removes an inserted entry, and puts a removed one back. */
const entryBefore = (list: readonly unknown[], { path, before, after }: Difference): readonly unknown[] => {
  const index = Number(tokensOf(path)[1]);
  const put = before === null || before === undefined ? [] : [before];
  return [...list.slice(0, index), ...put, ...list.slice(after === null || after === undefined ? index : index + 1)];
};

const differenceBefore = (value: unknown, difference: Difference): unknown =>
  tokensOf(difference.path).length === 1
    ? (difference.before ?? null)
    : entryBefore(Array.isArray(value) ? (value as readonly unknown[]) : [], difference);

/** Keeps the present iDs of names that are still listed. */
const withOrcids = (names: readonly unknown[], record: Fields): Value => {
  const known = new Map(
    ((valueIn(record, 'author') ?? []) as readonly Fields[]).map(({ [ORCID]: orcid, ...name }) => [
      JSON.stringify(name),
      orcid,
    ]),
  );
  return (names as readonly Fields[]).map((name) => {
    const orcid = known.get(JSON.stringify(name));
    return typeof orcid === 'string' ? { ...name, [ORCID]: orcid } : name;
  });
};

/**
 * The earlier values of the fields that the change at `index` touched. `history`: newest first, complete since that change.
 * Fields that cannot be reconstructed exactly are left out.
 */
export const fieldsBefore = (
  history: readonly Change[],
  index: number,
  record: Fields,
): Readonly<Record<string, Value>> => {
  const event = history[index];
  if (event === undefined || !RECORDED.has(event.event_type)) return {};
  const found: Record<string, Value> = {};
  for (const field of fieldsTouched(event.changes).filter(isEditable)) {
    const since = history
      .slice(0, index + 1)
      .flatMap(({ changes }) => changes.filter(({ path }) => tokensOf(path)[0] === field).reverse());
    const last = since.at(-1);
    const known = last !== undefined && isWhole(last) && tokensOf(last.path).length === 1 ? [last] : since;
    const isOmitted = history.slice(0, index + 1).some(({ changes_omitted: omitted }) => (omitted ?? 0) > 0);
    if (!known.every(isWhole) || (isOmitted && known === since)) continue;
    const before = known.reduce<unknown>(differenceBefore, record[field] ?? null);
    found[field] = field === 'author' && Array.isArray(before) ? withOrcids(before, record) : (before as Value);
  }
  return found;
};
