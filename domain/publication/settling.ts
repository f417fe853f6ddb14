/** What staff decide about several authors at once, or take back their decision of. */
import { ownOf } from '../own.ts';
import type { PublicationCommand } from './commands.ts';
import type { LinkBasis, PublicationEvent } from './events.ts';
import { isOpen, linking, refuseTooMany, unlinking, type LinkChange } from './links.ts';
import type { Present } from './state.ts';

/** For an iD without a remaining decision: like one whose evidence is gone, it may be suggested and linked again. */
const UNDECIDED: LinkBasis = 'metadata';

/** What holds already decides nothing. */
export const settle = (
  state: Present,
  { linked, rejected, open }: Extract<PublicationCommand, { readonly type: 'SettleAuthors' }>,
): readonly PublicationEvent[] => {
  const holds = (orcid: string, as: boolean): boolean => ownOf(as ? state.links : state.unlinked, orcid) === 'staff';
  const byStaff = (orcid: string): LinkChange => ({ orcid, basis: 'staff' });
  const made = linked.filter((orcid) => !holds(orcid, true)).map(byStaff);
  const undone = [
    ...rejected.filter((orcid) => !holds(orcid, false)).map(byStaff),
    ...open.filter((orcid) => !isOpen(state, orcid)).map((orcid) => ({ orcid, basis: UNDECIDED })),
  ];
  const decided = [...made, ...undone].map(({ orcid }) => orcid);
  refuseTooMany(state, decided);
  return [...linking(state, made), ...unlinking(state, undone)];
};
