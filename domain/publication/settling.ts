/** What staff decide about several authors at once, or take back their decision of. */
import { Refused } from '../errors.ts';
import { RECORD } from '../limits.ts';
import type { PublicationCommand } from './commands.ts';
import type { LinkBasis, PublicationEvent } from './events.ts';
import { linksOf, roomForLinks } from './links.ts';
import type { Link, Present } from './state.ts';

/** Of an iD that nobody has decided about any more: as one whose evidence is gone, it may be suggested and linked again. */
const UNDECIDED: LinkBasis = 'metadata';

const mustHaveRoom = ({ links }: Present, orcids: readonly string[]): void => {
  const fresh = orcids.filter((orcid) => !Object.hasOwn(links, orcid));
  if (fresh.length > Math.max(0, roomForLinks(links)))
    throw new Refused('conflict', 'too_many_links', `at most ${RECORD.links} people can be linked to one publication`, {
      accepted: `at most ${RECORD.links}`,
    });
};

/** One event for those who are linked, one for those who are not. What holds already decides nothing. */
export const settle = (
  state: Present,
  { linked, rejected, open }: Extract<PublicationCommand, { readonly type: 'SettleAuthors' }>,
): readonly PublicationEvent[] => {
  const known = (orcid: string): Link | undefined =>
    Object.hasOwn(state.links, orcid) ? state.links[orcid] : undefined;
  const holds = (orcid: string, as: boolean): boolean => {
    const link = known(orcid);
    return link?.linked === as && link.basis === 'staff';
  };
  const isDecided = (orcid: string): boolean => {
    const link = known(orcid);
    return link !== undefined && (link.linked || link.basis === 'staff');
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
    ...by(open.filter(isDecided), UNDECIDED),
  ];
  mustHaveRoom(
    state,
    [...made, ...undone].map(({ orcid }) => orcid),
  );
  const events: readonly PublicationEvent[] = [
    { type: 'AuthorLinked', data: { links: linksOf(made) } },
    { type: 'AuthorUnlinked', data: { links: linksOf(undone) } },
  ];
  return events.filter((event) => 'links' in event.data && event.data.links.length > 0);
};
