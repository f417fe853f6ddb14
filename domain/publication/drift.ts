/** Drift: a provider's value of a field has changed since a person edited it. The edit stands, and staff see the difference. */
import { fieldsTouched } from '../changes/change.ts';
import type { CslItem } from '../csl.ts';
import { equal } from '../equal.ts';
import type { Json } from '../json.ts';
import { defined, ownOf } from '../own.ts';
import { fieldsOf, type Edited } from '../record/overlay.ts';
import type { Baseline, Present } from './state.ts';

export type Drift = {
  readonly field: string;
  /** Absent if the edit removed the field. */
  readonly edited?: Json;
  /** Absent if the provider no longer gives the field. */
  readonly providerNow?: Json;
  /** Epoch ms of the first provider answer with another value. */
  readonly since: number;
};

type Baselines = Readonly<Record<string, Baseline>>;

/** The baselines after these fields of the record changed. A field that has returned to its former value has not drifted. */
export const drifted = (
  baselines: Baselines,
  original: CslItem,
  fields: readonly string[],
  fetchedAt: number,
): Baselines => {
  if (Object.keys(baselines).length === 0) return baselines;
  const next = new Map(Object.entries(baselines));
  for (const field of fields) {
    const known = next.get(field);
    if (known === undefined) continue;
    const after = ownOf(fieldsOf(original), field);
    next.set(field, { ...known, driftedAt: equal(known.provider, after) ? null : (known.driftedAt ?? fetchedAt) });
  }
  return Object.fromEntries(next);
};

/** The baselines after an edit: someone who edits a field again has seen the provider's current value. */
export const rebased = ({ baselines, original }: Present, { changes, reverted }: Edited): Baselines => {
  const next = new Map(Object.entries(baselines));
  for (const field of fieldsTouched(changes))
    next.set(field, { ...defined({ provider: ownOf(fieldsOf(original), field) }), driftedAt: null });
  for (const field of reverted) next.delete(field);
  return Object.fromEntries(next);
};

/** The edited fields whose provider value has changed since the edit and differs from it. */
export const driftOf = ({ baselines, overlay, original }: Present): readonly Drift[] =>
  Object.entries(baselines).flatMap(([field, { driftedAt }]): Drift[] => {
    const put = ownOf(overlay, field);
    if (put === undefined || driftedAt === null) return [];
    const edited = 'removed' in put ? undefined : put.value;
    const providerNow = ownOf(fieldsOf(original), field);
    if (equal(edited, providerNow)) return [];
    return [{ field, ...defined({ edited, providerNow }), since: driftedAt }];
  });
