/** Edits as JSON Patches of the changed fields only. */
import type { BodyOf } from '../../client/api.ts';
import type { Publication } from '../../client/generated/operations.ts';
import type { Fields, Value } from '../../parts/editing/value.ts';
import { pointerTo } from '../../../../domain/changes/change.ts';
import { valueIn } from './value.ts';

export type Operations = BodyOf<'PATCH /api/publications/{id}'>;
type Operation = Operations[number];

/** Null removes the field. */
const setting = (record: Fields, path: string, field: string, value: Value): readonly Operation[] => {
  if (value !== null) return [{ op: 'add', path, value }];
  return field in record ? [{ op: 'remove', path }] : [];
};

export const operationsFor = (record: Fields, changes: Readonly<Record<string, Value>>): Operations =>
  Object.entries(changes).flatMap(([field, value]) => setting(record, pointerTo(field), field, value));

/** Takes the edit of a field back; the provider's value applies again. */
export const takingBack = (field: string): Operations => [{ op: 'remove', path: `/edited${pointerTo(field)}` }];

/** Keeps an edit although the provider's value has changed. */
export const keeping = (
  { merged, original }: { readonly [Of in 'merged' | 'original']: Fields },
  field: string,
): Operations => {
  const path = pointerTo(field);
  const back: Operation = { op: 'remove', path: `/edited${path}` };
  const ours = (merged[field] ?? null) as Value;
  if (ours !== null) return [back, { op: 'add', path, value: ours }];
  return field in original ? [back, { op: 'remove', path }] : [back];
};

/** The record with the changes, shown until the server has answered. */
export const recordAfter = (record: Fields, changes: Readonly<Record<string, Value>>): Fields => {
  const next: Record<string, unknown> = { ...record };
  for (const [field, value] of Object.entries(changes)) {
    if (value === null) delete next[field];
    else next[field] = value;
  }
  return next;
};

/** What is shown of a publication that differs once the edit of a field is taken back. */
export const afterTakingBack = ({ merged, original, edited, drift }: Publication, field: string) => {
  const { [field]: _edit, ...left } = edited ?? {};
  const value = valueIn(original, field);
  return {
    merged: recordAfter(merged, { [field]: value }),
    edited: Object.keys(left).length === 0 ? null : left,
    drift: drift.filter((each) => each.field !== field),
  };
};
