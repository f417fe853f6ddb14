/** Converts an ORCID works list: each group is one work, with a summary from each source. */
import { depositedText } from '../../../commands/text/index.ts';
import type { CslDate, CslItem } from '../../../domain/csl.ts';
import type { Source } from '../../../domain/publication/events.ts';
import type { ListedWork } from '../../../workers/ingestion/ports.ts';
import { cslItem, dateFromParts, doiOrNull, markupAt } from '../csl/parts.ts';
import { countAt, httpsAt, listAt, stringAt, urlAt } from '../json.ts';
import { identifierOf, ranked } from '../identifiers.ts';
import { kindOfOrcid } from './kinds.ts';

/** Identifiers of the work itself; `part-of` identifies its container, `version-of` another work. */
const selfIds = (holder: unknown): readonly unknown[] =>
  listAt(holder, 'external-ids', 'external-id').filter(
    (id) => stringAt(id, 'external-id-relationship')?.toLowerCase() === 'self',
  );

const isDoi = (id: unknown): boolean => stringAt(id, 'external-id-type')?.toLowerCase() === 'doi';

const spellings = (id: unknown): readonly (string | undefined)[] => [
  stringAt(id, 'external-id-normalized', 'value'),
  stringAt(id, 'external-id-value'),
];

const doiIn = (id: unknown): string | undefined => spellings(id).flatMap((text) => doiOrNull(text) ?? [])[0];

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
  const dois = [...new Set(ids.filter(isDoi).flatMap((id) => doiIn(id) ?? []))];
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
