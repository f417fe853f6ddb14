/** What an import does with each entry of a list: what the comparison says, unless staff have decided otherwise. */
import { Refused } from '../errors.ts';
import type { Comparison } from './compare.ts';
import { isReadable, type Reference, type ReferenceProblem } from './entry.ts';

/** `repeats`: the earlier entry of the list that is the same. */
export type ComparedReference = Reference & Comparison & { readonly repeats: number | null };

export type PreviewedReference = ReferenceProblem | ComparedReference;

export const isCompared = (entry: PreviewedReference): entry is ComparedReference => isReadable(entry);

export const REFERENCE_STATUSES = ['new', 'same', 'doubtful', 'error'] as const;
export type ReferenceStatus = (typeof REFERENCE_STATUSES)[number];

export const statusOf = (entry: PreviewedReference): ReferenceStatus => (isCompared(entry) ? entry.status : 'error');

/** By staff, about one entry. */
export type ReferenceDecision =
  | { readonly n: number; readonly as: 'new' }
  | { readonly n: number; readonly as: 'skip' }
  | { readonly n: number; readonly as: 'same'; readonly id: string };

/**
 * `import`: by its DOI, from the registries. `create`: as the list has it. `same`: as an item that the workspace has, which it restores
 * only if that was deleted when staff said so.
 */
export type ReferenceAction =
  | { readonly as: 'import' | 'create' | 'skip' }
  | { readonly as: 'same'; readonly id: string; readonly restores?: true };

const SKIPPED: ReferenceAction = { as: 'skip' };

const refused = (field: string, message: string, accepted: string): Refused =>
  new Refused('invalid', 'invalid_decision', message, { field, accepted });

/** What can be decided: an item that an identifier names exists, so a new one cannot be made. */
export const choicesOf = (entry: PreviewedReference): readonly ('new' | 'same' | 'skip')[] => {
  if (!isCompared(entry) || entry.repeats !== null) return ['skip'];
  const isNamed = entry.candidates.some((each) => each.isNamed);
  return [
    ...(isNamed ? [] : (['new'] as const)),
    ...(entry.candidates.length === 0 ? [] : (['same'] as const)),
    'skip',
  ];
};

const asNew = ({ doi }: ComparedReference): ReferenceAction => ({ as: doi === null ? 'create' : 'import' });

/** Throws `Refused('invalid')`, naming the field, if the entry cannot be decided like this. */
const decided = (entry: PreviewedReference, decision: ReferenceDecision, field: string): ReferenceAction => {
  const choices = choicesOf(entry);
  if (!choices.includes(decision.as))
    throw refused(`${field}/as`, `entry ${entry.n} cannot be decided as ${decision.as}`, choices.join(', '));
  if (decision.as === 'skip' || !isCompared(entry)) return SKIPPED;
  if (decision.as !== 'same') return asNew(entry);
  const ids = entry.candidates.map(({ id }) => id);
  const chosen = entry.candidates.find(({ id }) => id === decision.id);
  if (chosen === undefined)
    throw refused(`${field}/id`, `entry ${entry.n} is not known to be the same as that`, ids.join(', '));
  return { as: 'same', id: chosen.id, ...(chosen.isDeleted && { restores: true }) };
};

/** What is certain is done; what is doubtful is left out. */
const undecided = (entry: PreviewedReference): ReferenceAction => {
  if (!isCompared(entry) || entry.repeats !== null || entry.status === 'doubtful') return SKIPPED;
  const [candidate] = entry.candidates;
  if (entry.status === 'same' && candidate !== undefined) return { as: 'same', id: candidate.id };
  return asNew(entry);
};

/** An action for each entry, in their order. Throws `Refused('invalid')`, naming the decision that cannot be made. */
export const planOf = (
  entries: readonly PreviewedReference[],
  decisions: readonly ReferenceDecision[],
): readonly ReferenceAction[] => {
  const byPlace = new Map<number, readonly [ReferenceDecision, string]>();
  for (const [index, decision] of decisions.entries()) {
    const field = `decisions/${index}`;
    if (entries[decision.n - 1] === undefined)
      throw refused(`${field}/n`, `the list has no entry ${decision.n}`, `1 to ${entries.length}`);
    if (byPlace.has(decision.n))
      throw refused(`${field}/n`, `entry ${decision.n} is decided twice`, 'one decision for each entry');
    byPlace.set(decision.n, [decision, field]);
  }
  return entries.map((entry) => {
    const [decision, field = ''] = byPlace.get(entry.n) ?? [];
    return decision === undefined ? undecided(entry) : decided(entry, decision, field);
  });
};
