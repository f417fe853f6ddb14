/** An OpenAlex work: as a CSL item, as facts, and as an entry of an iD's list. */
import type { CslItem } from '../../../domain/csl.ts';
import type { Enrichment, Source } from '../../../domain/publication/events.ts';
import type { Facts, ListedWork } from '../../../workers/ingestion/ports.ts';
import { authorFields, dateFromText, dateOf, doiOrNull, nameOf, orcidOrNull, present, textOf } from '../csl/parts.ts';
import { richText } from '../csl/text.ts';
import { typeFromOpenalex } from '../csl/types.ts';

type Authorship = {
  readonly author?: { readonly display_name?: string | null; readonly orcid?: string | null } | null;
  readonly raw_author_name?: string | null;
};
export type OpenalexWork = {
  readonly id: string;
  readonly doi?: string | null;
  readonly title?: string | null;
  readonly type?: string | null;
  readonly publication_year?: number | null;
  readonly publication_date?: string | null;
  readonly cited_by_count?: number | null;
  readonly is_retracted?: boolean | null;
  readonly language?: string | null;
  readonly ids?: Readonly<Record<string, unknown>> | null;
  readonly open_access?: { readonly oa_status?: string | null; readonly oa_url?: string | null } | null;
  readonly authorships?: readonly Authorship[] | null;
  readonly primary_location?: {
    readonly landing_page_url?: string | null;
    readonly source?: { readonly display_name?: string | null } | null;
  } | null;
  readonly biblio?: {
    readonly volume?: string | null;
    readonly issue?: string | null;
    readonly first_page?: string | null;
    readonly last_page?: string | null;
  } | null;
  readonly topics?: readonly { readonly display_name?: string | null }[] | null;
};

export const OPENALEX_WORK = {
  type: 'object',
  required: ['id'],
  properties: {
    id: { type: 'string' },
    doi: { type: ['string', 'null'] },
    title: { type: ['string', 'null'] },
    authorships: { type: ['array', 'null'], items: { type: 'object' } },
    cited_by_count: { type: ['integer', 'null'] },
  },
};

export const OPENALEX_PAGE = {
  type: 'object',
  required: ['meta', 'results'],
  properties: {
    meta: { type: 'object', properties: { next_cursor: { type: ['string', 'null'] } } },
    results: { type: 'array', items: OPENALEX_WORK },
  },
};

export const factsOf = (work: OpenalexWork): Facts => {
  const topics = (work.topics ?? []).flatMap(({ display_name: name }) => (name == null ? [] : [name]));
  const enrichment: Enrichment = {
    openalex_id: work.id,
    open_access_status: work.open_access?.oa_status ?? null,
    open_access_url: work.open_access?.oa_url ?? null,
    is_retracted: work.is_retracted ?? false,
    language: work.language ?? null,
    topics,
  };
  return { enrichment, citedByCount: work.cited_by_count ?? null };
};

const pagesOf = ({ first_page: first, last_page: last }: NonNullable<OpenalexWork['biblio']>): string | undefined =>
  first == null ? undefined : last == null || last === first ? first : `${first}-${last}`;

export const cslFromOpenalex = (work: OpenalexWork): CslItem => {
  const { author, authorOrcids } = authorFields(
    (work.authorships ?? []).flatMap(({ author: who, raw_author_name: raw }) => {
      const name = nameOf(undefined, undefined, raw ?? who?.display_name);
      return name === null ? [] : [{ name, orcid: null }];
    }),
  );
  return present({
    type: typeFromOpenalex(work.type),
    title: work.title == null ? undefined : richText(work.title),
    author,
    issued: dateFromText(work.publication_date) ?? dateOf([work.publication_year]),
    'container-title': textOf(work.primary_location?.source?.display_name),
    volume: textOf(work.biblio?.volume),
    issue: textOf(work.biblio?.issue),
    page: work.biblio == null ? undefined : pagesOf(work.biblio),
    language: textOf(work.language),
    DOI: doiOrNull(work.doi) ?? undefined,
    URL: textOf(work.primary_location?.landing_page_url),
    custom: authorOrcids.some((orcid) => orcid !== null) ? { author_orcids: authorOrcids } : undefined,
  }) as CslItem;
};

const tail = (url: unknown): string | null => (typeof url === 'string' ? (url.split('/').pop() ?? null) : null);
const https = (url: string | null | undefined): string | null => (url?.startsWith('https://') === true ? url : null);

/** The entry for `orcid`'s list, with the name under which OpenAlex has them on the work. */
export const listedFromOpenalex = (work: OpenalexWork, orcid: string, from: Source): ListedWork => {
  const doi = doiOrNull(work.doi);
  const pmid = tail(work.ids?.['pmid']);
  const pmcid = tail(work.ids?.['pmcid']);
  const own = (work.authorships ?? []).find(({ author }) => orcidOrNull(author?.orcid) === orcid);
  return {
    source: 'openalex',
    dois: doi === null ? [] : [doi],
    identifiers: [
      ...(pmid === null ? [] : [{ type: 'pmid', value: pmid }]),
      ...(pmcid === null ? [] : [{ type: 'pmc', value: pmcid }]),
    ],
    fallbackKey: `openalex.${tail(work.id) ?? work.id}`,
    href: https(work.primary_location?.landing_page_url) ?? work.id,
    summary: cslFromOpenalex(work),
    from,
    listedName: own?.raw_author_name ?? own?.author?.display_name ?? null,
  };
};
