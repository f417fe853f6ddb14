/** An ORCID works list: each group is one work, its summaries what several sources say of it. */
import type { CslItem } from '../../../domain/csl.ts';
import type { Source } from '../../../domain/publication/events.ts';
import type { ListedWork } from '../../../workers/ingestion/ports.ts';
import { dateOf, doiOrNull, present, textOf } from '../csl/parts.ts';
import { richText } from '../csl/text.ts';
import { typeFromOrcid } from '../csl/types.ts';

type Value = { readonly value?: string | null } | null;
type ExternalId = {
  readonly 'external-id-type'?: string | null;
  readonly 'external-id-value'?: string | null;
  readonly 'external-id-normalized'?: Value;
  readonly 'external-id-url'?: Value;
  readonly 'external-id-relationship'?: string | null;
};
type ExternalIds = { readonly 'external-id'?: readonly ExternalId[] | null } | null;
type Summary = {
  readonly 'put-code': number;
  readonly title?: { readonly title?: Value; readonly subtitle?: Value } | null;
  readonly 'external-ids'?: ExternalIds;
  readonly url?: Value;
  readonly type?: string | null;
  readonly 'publication-date'?: { readonly year?: Value; readonly month?: Value; readonly day?: Value } | null;
  readonly 'journal-title'?: Value;
};
export type OrcidGroup = { readonly 'external-ids'?: ExternalIds; readonly 'work-summary': readonly Summary[] };

export const ORCID_WORKS = {
  type: 'object',
  required: ['group'],
  properties: {
    group: {
      type: 'array',
      items: {
        type: 'object',
        required: ['work-summary'],
        properties: {
          'work-summary': {
            type: 'array',
            minItems: 1,
            items: { type: 'object', required: ['put-code'], properties: { 'put-code': { type: 'integer' } } },
          },
        },
      },
    },
  },
};

/** The identifiers that name a work, strongest first; what else is named `self` comes after them. */
const STRENGTH = ['pmid', 'pmc', 'arxiv', 'isbn', 'handle', 'urn', 'wosuid', 'eid', 'bibcode', 'uri'];
const strength = (type: string): number => (STRENGTH.indexOf(type) + STRENGTH.length + 1) % (STRENGTH.length + 1);

const selfIds = (ids: ExternalIds | undefined): readonly ExternalId[] =>
  (ids?.['external-id'] ?? []).filter((id) => id['external-id-relationship'] === 'self');

const valueOf = (id: ExternalId): string =>
  (id['external-id-normalized']?.value ?? id['external-id-value'] ?? '').trim();

const distinct = <T>(items: readonly T[], key: (item: T) => string): readonly T[] => [
  ...new Map(items.map((item) => [key(item), item])).values(),
];

const summaryOf = (
  { title, type, 'publication-date': date, 'journal-title': journal, url }: Summary,
  doi: string | undefined,
): CslItem => {
  const main = title?.title?.value;
  const sub = title?.subtitle?.value;
  const parts = [date?.year, date?.month, date?.day].flatMap((part) =>
    part?.value == null ? [] : [Number(part.value)],
  );
  return present({
    type: typeFromOrcid(type),
    title: main == null ? undefined : richText(sub == null || sub === '' ? main : `${main}: ${sub}`),
    issued: dateOf(parts),
    'container-title': textOf(journal?.value),
    DOI: doi,
    URL: textOf(url?.value),
  }) as CslItem;
};

const https = (url: string | null | undefined): string | null => (url?.startsWith('https://') === true ? url : null);

/** Null for a group that names no work at all. */
export const listedFromOrcid = (group: OrcidGroup, orcid: string, from: Source): ListedWork | null => {
  // The first summary is the one that its owner prefers.
  const [first] = group['work-summary'];
  if (first === undefined) return null;
  const ids = [
    ...selfIds(group['external-ids']),
    ...group['work-summary'].flatMap((summary) => selfIds(summary['external-ids'])),
  ];
  const dois = [
    ...new Set(
      ids.flatMap((id) =>
        id['external-id-type'] === 'doi' ? (doiOrNull(valueOf(id)) ?? doiOrNull(id['external-id-value']) ?? []) : [],
      ),
    ),
  ];
  const identifiers = distinct(
    ids.flatMap((id) => {
      const type = id['external-id-type'] ?? '';
      const value = valueOf(id).toLowerCase();
      return type === '' || type === 'doi' || value === '' || /\s/.test(value) ? [] : [{ type, value }];
    }),
    ({ type, value }) => `${type}:${value}`,
  );
  const urls = [first.url?.value, ...ids.map((id) => id['external-id-url']?.value)];
  return {
    source: 'orcid',
    dois,
    identifiers: [...identifiers].sort((a, b) => strength(a.type) - strength(b.type)),
    fallbackKey: `${orcid}.${first['put-code']}`,
    href: urls.map(https).find((url) => url !== null) ?? `https://orcid.org/${orcid}`,
    summary: summaryOf(first, dois[0]),
    from,
    listedName: null,
  };
};
