/** Converts an ORCID works list: each group is one work, with a summary from each source. */
import { depositedText } from '../../../commands/text/index.ts';
import type { CslDate, CslItem } from '../../../domain/csl.ts';
import type { Source } from '../../../domain/publication/events.ts';
import type { ListedWork } from '../../../workers/ingestion/ports.ts';
import { cslItem, dateFromParts, doiOrNull, markupAt } from '../csl/parts.ts';
import { countAt, httpsAt, listAt, stringAt, urlAt } from '../json.ts';
import { identifierOf, ranked } from '../identifiers.ts';
import { kindOfOrcid } from './kinds.ts';

const idsOf = (holder: unknown): readonly unknown[] => listAt(holder, 'external-ids', 'external-id');

const isSelf = (id: unknown): boolean => stringAt(id, 'external-id-relationship')?.toLowerCase() === 'self';

/** Identifiers of the work itself; `part-of` identifies its container, `version-of` another work. */
const selfIds = (holder: unknown): readonly unknown[] => idsOf(holder).filter(isSelf);

/** Some give the DOI as a URI. */
const MAY_BE_DOI: ReadonlySet<string | undefined> = new Set(['doi', 'uri']);

const mayBeDoi = (id: unknown): boolean => MAY_BE_DOI.has(stringAt(id, 'external-id-type')?.toLowerCase());

const spellings = (id: unknown): readonly (string | undefined)[] => [
  stringAt(id, 'external-id-normalized', 'value'),
  stringAt(id, 'external-id-value'),
];

const doiIn = (id: unknown): string | undefined =>
  [...spellings(id), stringAt(id, 'external-id-url', 'value')].flatMap((text) => doiOrNull(text) ?? [])[0];

const doisAmong = (ids: readonly unknown[]): readonly string[] => ids.filter(mayBeDoi).flatMap((id) => doiIn(id) ?? []);

/** The DOIs of the work. Some entries have it only as their URL, unless that is the one of the container or another work. */
const doisOf = (holders: readonly unknown[]): readonly string[] => {
  const ids = holders.flatMap(idsOf);
  const own = doisAmong(ids.filter(isSelf));
  const others = new Set(doisAmong(ids.filter((id) => !isSelf(id))));
  const urls = holders.flatMap((holder) => doiOrNull(stringAt(holder, 'url', 'value')) ?? []);
  return [...new Set(own.length > 0 ? own : urls.filter((doi) => !others.has(doi)))];
};

const titleOf = (summary: unknown): string | undefined => {
  const [main, sub] = [stringAt(summary, 'title', 'title', 'value'), stringAt(summary, 'title', 'subtitle', 'value')];
  if (main === undefined) return undefined;
  return depositedText(sub === undefined || main.includes(sub) ? main : `${main}: ${sub}`);
};

const issuedOf = (summary: unknown): CslDate | undefined =>
  dateFromParts(['year', 'month', 'day'].map((part) => stringAt(summary, 'publication-date', part, 'value')));

/** The first summary is the owner's preferred one; the others fill in missing fields. */
const described = (summaries: readonly unknown[], doi: string | undefined): CslItem => {
  const first = <T>(read: (summary: unknown) => T | undefined): T | undefined =>
    summaries.map(read).find((value) => value !== undefined);
  return cslItem(kindOfOrcid(summaries[0]), {
    title: first(titleOf),
    issued: first(issuedOf),
    'container-title': first((summary) => markupAt(summary, 'journal-title', 'value')),
    DOI: doi,
    URL: first((summary) => urlAt(summary, 'url', 'value')),
  });
};

/** Null for a group without a summary. */
export const listedFromOrcid = (group: unknown, orcid: string, from: Source): ListedWork | null => {
  const summaries = listAt(group, 'work-summary');
  const putCodes = summaries.flatMap((summary) => countAt(summary, 'put-code') ?? []);
  if (putCodes.length === 0) return null;
  const ids = [group, ...summaries].flatMap(selfIds);
  const dois = doisOf([group, ...summaries]);
  return {
    source: 'orcid',
    dois,
    identifiers: ranked(
      ids.flatMap((id) => {
        const value = spellings(id).find((text) => text !== undefined);
        return value === undefined ? [] : (identifierOf(stringAt(id, 'external-id-type') ?? '', value) ?? []);
      }),
    ),
    // The oldest put-code is stable, while the owner's preference may change.
    fallbackKey: `${orcid}.${Math.min(...putCodes)}`,
    href:
      summaries.map((summary) => httpsAt(summary, 'url', 'value')).find((url) => url !== undefined) ??
      ids.map((id) => httpsAt(id, 'external-id-url', 'value')).find((url) => url !== undefined) ??
      `https://orcid.org/${orcid}`,
    summary: described(summaries, dois[0]),
    from,
    listedName: null,
  };
};
