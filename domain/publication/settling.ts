/** What staff decide about several authors at once, or take back their decision of. */
import { ownOf } from '../own.ts';
import type { PublicationCommand } from './commands.ts';
import type { LinkBasis, PublicationEvent } from './events.ts';
import { isOpen, linksOf, refuseTooMany } from './links.ts';
import type { Present } from './state.ts';

/** Of an iD that nobody has decided about any more: as one whose evidence is gone, it may be suggested and linked again. */
const UNDECIDED: LinkBasis = 'metadata';

/** One event for those who are linked, one for those who are not. What holds already decides nothing. */
export const settle = (
  state: Present,
  { linked, rejected, open }: Extract<PublicationCommand, { readonly type: 'SettleAuthors' }>,
): readonly PublicationEvent[] => {
  const holds = (orcid: string, as: boolean): boolean => {
    const link = ownOf(state.links, orcid);
    return link?.linked === as && link.basis === 'staff';
  };
  const by = (orcids: readonly string[], basis: LinkBasis) => orcids.map((orcid) => ({ orcid, basis }));
  const made = by(
    linked.filter((orcid) => !holds(orcid, true)),
    'staff',
  );
  const undone = [
    ...by(
      rejected.filter((orcid) => !holds(orcid, false)),
      'staff',
    ),
    ...by(
      open.filter((orcid) => !isOpen(state.links, orcid)),
      UNDECIDED,
    ),
  ];
  refuseTooMany(
    state.links,
    [...made, ...undone].map(({ orcid }) => orcid),
  );
  const events: readonly PublicationEvent[] = [
    { type: 'AuthorLinked', data: { links: linksOf(made) } },
    { type: 'AuthorUnlinked', data: { links: linksOf(undone) } },
  ];
  return events.filter((event) => 'links' in event.data && event.data.links.length > 0);
};
