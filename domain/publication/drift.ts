/** Drift: a provider's value of a field has changed since a person edited it. The edit stands, and staff see the difference. */
import { fieldOf, isWholeField, type Change, type Fields } from '../changes/change.ts';
import type { CslItem } from '../csl.ts';
import { equal } from '../equal.ts';
import type { Json } from '../json.ts';
import { defined, ownOf } from '../own.ts';
import type { OverlayChanges } from './events.ts';
import { namesAlone, withOrcidsInside } from './author-entries.ts';
import { fieldsOf } from './overlay.ts';
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

/** The provider's value of a field, without the iDs of authors: an edit of the authors sets those as well. */
const providerValue = (original: Fields, field: string): Json | undefined =>
  ownOf(field === 'custom' ? withOrcidsInside(original) : original, field);

/** The baselines after changes that led to `original`. A field that has returned to its former value has not drifted. */
export const drifted = (
  baselines: Baselines,
  original: CslItem,
  changes: readonly Change[],
  fetchedAt: number,
): Baselines => {
  if (Object.keys(baselines).length === 0) return baselines;
  const next = new Map(Object.entries(baselines));
  const seen = new Set<string>();
  for (const change of changes) {
    const field = fieldOf(change);
    const known = next.get(field);
    // A field that changed in many places counts once, with its final value.
    if (known === undefined || (!isWholeField(change) && seen.has(field))) continue;
    seen.add(field);
    const after = providerValue(isWholeField(change) ? { [field]: change.after } : fieldsOf(original), field);
    next.set(field, { ...known, driftedAt: equal(known.provider, after) ? null : (known.driftedAt ?? fetchedAt) });
  }
  return Object.fromEntries(next);
};

/** The baselines after an edit: someone who edits a field again has seen the provider's current value. */
export const rebased = ({ baselines, original }: Present, overlay: OverlayChanges): Baselines => {
  const next = new Map(Object.entries(baselines));
  for (const [field, change] of Object.entries(overlay)) {
    const provider = providerValue(fieldsOf(original), field);
    if ('reverted' in change) next.delete(field);
    else next.set(field, { ...defined({ provider }), driftedAt: null });
  }
  return Object.fromEntries(next);
};

/** The edited fields whose provider value has changed since the edit and differs from it. */
export const driftOf = ({ baselines, overlay, original }: Present): readonly Drift[] =>
  Object.entries(baselines).flatMap(([field, { driftedAt }]): Drift[] => {
    const put = ownOf(overlay, field);
    if (put === undefined || driftedAt === null) return [];
    const edited = 'removed' in put ? undefined : namesAlone(field, put.value);
    const providerNow = providerValue(fieldsOf(original), field);
    if (equal(edited, providerNow)) return [];
    return [{ field, ...defined({ edited, providerNow }), since: driftedAt }];
  });
