/** Moves what is decided about one person to another: the two turned out to be one. */
import { ownOf } from '../own.ts';
import type { PublicationEvent } from './events.ts';
import { isOpen, linking, refuseTooMany, unlinking } from './links.ts';
import type { Present } from './state.ts';

/**
 * A link counts for more than a rejection: staff may have rejected one of the two because the other one was linked. Also of a
 * publication with another one in its place, which would otherwise keep the person who is gone.
 */
export const moveAuthor = (
  state: Present,
  { from, to }: { readonly from: string; readonly to: string },
): readonly PublicationEvent[] => {
  if (isOpen(state, from)) return [];
  refuseTooMany(state, [to]);
  const isLinked = Object.hasOwn(state.links, from);
  const byStaff = [{ orcid: to, basis: 'staff' }] as const;
  const settled = ownOf(state.settled, from);
  const isNew = isLinked && ownOf(state.links, to) !== 'staff';
  const isConfirmed = settled !== undefined && !Object.hasOwn(state.links, to);
  return [
    ...(isNew ? linking(state, byStaff) : []),
    ...(!isLinked && isOpen(state, to) ? unlinking(state, byStaff) : []),
    // Back to what the metadata alone says.
    ...unlinking(state, [{ orcid: from, basis: 'metadata' }]),
    ...(isConfirmed ? [{ type: 'AttentionSettled', data: { doubts: [{ ...settled, orcid: to }] } } as const] : []),
  ];
};
