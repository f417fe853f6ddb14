/** Changes of records and links as the timeline shows them, for publications and works alike. */
import type { Change } from '../../../domain/changes/change.ts';
import type { LinkBasis, Links } from '../../../domain/publication/events.ts';
import { eachLink } from '../../../domain/publication/links.ts';
import { difference, plural, said, type FieldDifference, type Said } from './description.ts';

const BASES: Readonly<Record<LinkBasis, string>> = {
  metadata: 'named in the metadata',
  orcid_list: 'on their own ORCID list',
  openalex_list: "on OpenAlex's list",
  staff: 'by hand',
};

export const recordDifferences = (changes: readonly Change[]): readonly FieldDifference[] =>
  changes.map(({ path, before, after, beforeBytes }) => ({
    path,
    before: before ?? null,
    after: after ?? null,
    ...(before === null ? { before_is_null: true } : {}),
    ...(after === null ? { after_is_null: true } : {}),
    ...(beforeBytes === undefined ? {} : { before_bytes: beforeBytes }),
  }));

/** The fields of a new record. */
export const recordGiven = (original: object): readonly FieldDifference[] =>
  Object.entries(original).map(([field, after]) => difference(field, null, after));

/** How many linked people's iDs a search finds the event by, at most. */
export const MAX_MENTIONS = 100;

/** `confirmed_orcids`: of people who were linked already. `suggestions`: of those that staff decided about. */
type Among = 'person_orcids' | 'confirmed_orcids' | 'suggestions';

const linking = (summary: string, links: Links, change: (orcid: string) => FieldDifference): Said => {
  const orcids = eachLink(links).map(({ orcid }) => orcid);
  const evidence = links.map(({ basis }) => basis);
  return { ...said(summary, orcids.map(change)), evidence, mentions: orcids.slice(0, MAX_MENTIONS) };
};

export const linked = (summary: string, links: Links, among: Among = 'person_orcids'): Said =>
  linking(summary, links, (orcid) => difference(among, null, orcid));

export const unlinked = (summary: string, links: Links, among: Among = 'person_orcids'): Said =>
  linking(summary, links, (orcid) => difference(among, orcid, null));

export const isByHand = (links: Links): boolean => links.every(({ basis }) => basis === 'staff');

/** The iD if there is only one, otherwise how many there are. */
export const whoIsLinked = (links: Links): string => {
  const all = eachLink(links);
  return all.length === 1 ? (all[0]?.orcid ?? '') : plural(all.length, 'person', 'people');
};

/** The reason in words; with several reasons, how many people each applies to. */
export const whyLinked = (links: Links): string =>
  links.map(({ basis, orcids }) => (links.length === 1 ? BASES[basis] : `${orcids.length} ${BASES[basis]}`)).join(', ');
