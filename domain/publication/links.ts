/** Links of iDs to a record, grouped by evidence: one decision makes or undoes all of its links in one event. */
import { Refused } from '../errors.ts';
import { groupedBy } from '../grouped.ts';
import { RECORD } from '../limits.ts';
import { ownOf } from '../own.ts';
import type { LinkBasis, Links, PublicationEvent } from './events.ts';
import type { Present } from './state.ts';

type Known = Pick<Present, 'links' | 'unlinked'>;

export type LinkChange = { readonly orcid: string; readonly basis: LinkBasis };

/** In the order of the evidence's first use. */
export const linksOf = (changes: readonly LinkChange[]): Links =>
  [...groupedBy(changes, ({ basis }) => basis)].map(([basis, of]) => ({ basis, orcids: of.map(({ orcid }) => orcid) }));

const apart = ({ links }: Known, changes: readonly LinkChange[]) => ({
  linked: changes.filter(({ orcid }) => Object.hasOwn(links, orcid)),
  open: changes.filter(({ orcid }) => !Object.hasOwn(links, orcid)),
});

const eventOf = (
  type: 'AuthorLinked' | 'AuthorUnlinked',
  changes: readonly LinkChange[],
  were: { readonly wereLinked?: true; readonly wereOpen?: true } = {},
): readonly PublicationEvent[] => (changes.length === 0 ? [] : [{ type, data: { links: linksOf(changes), ...were } }]);

/** One event for those who were not linked, and one for those who were, for another reason. */
export const linking = (known: Known, changes: readonly LinkChange[]): readonly PublicationEvent[] => {
  const { linked, open } = apart(known, changes);
  return [...eventOf('AuthorLinked', open), ...eventOf('AuthorLinked', linked, { wereLinked: true })];
};

/** One event for those who were linked, and one for those who were not, about whom staff have decided. */
export const unlinking = (known: Known, changes: readonly LinkChange[]): readonly PublicationEvent[] => {
  const { linked, open } = apart(known, changes);
  return [...eventOf('AuthorUnlinked', linked), ...eventOf('AuthorUnlinked', open, { wereOpen: true })];
};

export const eachLink = (links: Links): readonly LinkChange[] =>
  links.flatMap(({ basis, orcids }) => orcids.map((orcid) => ({ orcid, basis })));

/** True unless staff have decided about the iD either way, or evidence links it. */
export const isOpen = ({ links, unlinked }: Known, orcid: string): boolean =>
  !Object.hasOwn(links, orcid) && ownOf(unlinked, orcid) !== 'staff';

const isKnown = ({ links, unlinked }: Known, orcid: string): boolean =>
  Object.hasOwn(links, orcid) || Object.hasOwn(unlinked, orcid);

/** How many more iDs a record can remember, linked or unlinked. */
const roomForLinks = ({ links, unlinked }: Known): number =>
  RECORD.links - Object.keys(links).length - Object.keys(unlinked).length;

/** `orcids`: those decided about, each once. Known ones need no room. */
export const refuseTooMany = (known: Known, orcids: readonly string[]): void => {
  const fresh = orcids.filter((orcid) => !isKnown(known, orcid));
  if (fresh.length === 0 || fresh.length <= roomForLinks(known)) return;
  const accepted = `at most ${RECORD.links}`;
  throw new Refused('conflict', 'too_many_links', `${accepted} people can be linked to one publication`, { accepted });
};

/** Evidence in ascending strength: a list is kept rather than the metadata, which can be read again at any time. */
const STRENGTH: Readonly<Record<LinkBasis, number>> = { metadata: 0, openalex_list: 1, orcid_list: 2, staff: 3 };

export const isStronger = (basis: LinkBasis, other: LinkBasis): boolean => STRENGTH[basis] > STRENGTH[other];

/** Links that a machine may make: new or with stronger evidence, never against staff, and only as many as there is room for. */
export const linkable = (known: Known, wanted: readonly LinkChange[]): readonly LinkChange[] => {
  const made = new Map<string, LinkChange>();
  let room = roomForLinks(known);
  for (const { orcid, basis } of wanted) {
    const by = made.get(orcid)?.basis ?? ownOf(known.links, orcid);
    if (ownOf(known.unlinked, orcid) === 'staff' || (by !== undefined && !isStronger(basis, by))) continue;
    if (!made.has(orcid) && !isKnown(known, orcid) && (room -= 1) < 0) continue;
    made.set(orcid, { orcid, basis });
  }
  return [...made.values()];
};

/** A machine never undoes what staff decided by hand; staff may. */
export const link = (state: Present, orcid: string, basis: LinkBasis, linked: boolean): readonly PublicationEvent[] => {
  const isLinked = Object.hasOwn(state.links, orcid);
  const by = ownOf(isLinked ? state.links : state.unlinked, orcid);
  const [holds, isByStaff] = [isLinked === linked, by === 'staff'];
  if (basis === 'staff' ? holds && isByStaff : holds || isByStaff) return [];
  refuseTooMany(state, [orcid]);
  const change = [{ orcid, basis }];
  return linked ? linking(state, change) : unlinking(state, change);
};
