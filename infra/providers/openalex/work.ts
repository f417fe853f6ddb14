/** Converts an OpenAlex work to CSL, and to an entry of an iD's list. */
import { abstractText } from '../../../commands/text/index.ts';
import type { CslDate, CslItem, CslName } from '../../../domain/csl.ts';
import { ID, PROVIDER } from '../../../domain/limits.ts';
import { evidentlyFits } from '../../../domain/person-name.ts';
import { OMITTED } from '../../../domain/publication/omitted.ts';
import type { Source } from '../../../domain/publication/events.ts';
import { arxivIdOf, openalexKey } from '../../../domain/publication/naming.ts';
import type { ListedWork } from '../../../workers/ingestion/ports.ts';
import {
  cslItem,
  dateFromParts,
  dateFromText,
  doiOrNull,
  joinedAt,
  markupAt,
  orcidOrNull,
  pagesOf,
  textAt,
} from '../csl/parts.ts';
import { affiliated } from '../csl/facts.ts';
import { nameFromWhole } from '../csl/names.ts';
import { identifierOf } from '../../../domain/publication/identifiers.ts';
import { affiliationsIn, factsFromOpenalex } from './facts.ts';
import { at, countAt, httpsAt, listAt, stringAt, urlAt } from '../json.ts';
import { kindOfOpenalex } from './kinds.ts';

/** The name printed on the work, without the conjunction before the last one, else OpenAlex's display name of the author. */
const nameOn = (authorship: unknown): string | undefined =>
  textAt(authorship, 'raw_author_name')?.replace(/^and /, '') ?? textAt(authorship, 'author', 'display_name');

/** OpenAlex infers iDs, sometimes for a neighbouring author: one counts only if the printed name fits its owner's. */
const orcidOf = (authorship: unknown): string | null => {
  const orcid = orcidOrNull(stringAt(authorship, 'author', 'orcid'));
  const [written, owner] = [nameOn(authorship), textAt(authorship, 'author', 'display_name')];
  return written !== undefined && owner !== undefined && evidentlyFits(written, owner) ? orcid : null;
};

/** OpenAlex's lists of works have at most 100 authors of each. */
export const isCutOff = (work: unknown): boolean => at(work, 'is_authors_truncated') === true;

type Reading = {
  /** Default: true. A list of works needs none of those that are described by their DOI. */
  readonly withFacts?: boolean;
};

const authors = (work: unknown, { withFacts = true }: Reading): readonly CslName[] =>
  listAt(work, 'authorships').flatMap((authorship) => {
    const name = nameFromWhole(nameOn(authorship), orcidOf(authorship));
    if (name === null) return [];
    return withFacts ? affiliated(name, affiliationsIn(authorship)) : name;
  });

/** OpenAlex fills an unknown month or day with 01, so that part is dropped. */
const issuedOf = (work: unknown): CslDate | undefined => {
  const date = stringAt(work, 'publication_date')?.replace(/(?:-01)?-01$/, '');
  return dateFromText(date) ?? dateFromParts([at(work, 'publication_year')]);
};

const CONTAINERS = new Set(['journal', 'conference', 'book series']);

/** A repository or platform is not the container of a work; for a platform, the name as deposited is used instead. */
const containerOf = (work: unknown): string | undefined => {
  const place = at(work, 'primary_location');
  if (CONTAINERS.has(stringAt(place, 'source', 'type') ?? '')) return markupAt(place, 'source', 'display_name');
  return stringAt(place, 'source', 'type') === 'repository' ? undefined : markupAt(place, 'raw_source_name');
};

const publisherOf = (work: unknown): string | undefined => {
  const source = at(work, 'primary_location', 'source');
  const isRepository = stringAt(source, 'type') === 'repository';
  return isRepository ? textAt(source, 'display_name') : textAt(source, 'host_organization_name');
};

/** Rebuilds the abstract from OpenAlex's inverted index, which maps each word to its positions. */
const abstractOf = (index: unknown): string | undefined => {
  if (typeof index !== 'object' || index === null) return undefined;
  const words: string[] = [];
  for (const [word, positions] of Object.entries(index))
    for (const each of listAt(positions)) {
      const position = countAt(each);
      if (position !== null && position < PROVIDER.abstractWords) words[position] = word;
    }
  // Positions without a word are skipped.
  return abstractText(words.filter((word) => word !== undefined).join(' '));
};

/** OpenAlex writes its resolver before the raw DOI, without percent-encoding it. */
export const doiOf = (work: unknown): string | null =>
  doiOrNull(stringAt(work, 'doi')?.replace(/^https?:\/\/(?:dx\.)?doi\.org\//i, ''));

export const cslFromOpenalex = (work: unknown, reading: Reading = {}): CslItem => {
  const kind = kindOfOpenalex(work);
  return cslItem(kind, {
    title: markupAt(work, 'title'),
    author: authors(work, reading),
    issued: issuedOf(work),
    [kind === 'book' ? 'collection-title' : 'container-title']: containerOf(work),
    publisher: publisherOf(work),
    volume: textAt(work, 'biblio', 'volume'),
    issue: textAt(work, 'biblio', 'issue'),
    page: pagesOf(textAt(work, 'biblio', 'first_page'), textAt(work, 'biblio', 'last_page')),
    genre: stringAt(work, 'type') === 'preprint' ? 'preprint' : undefined,
    ISSN: joinedAt(work, 'primary_location', 'source', 'issn'),
    DOI: doiOf(work),
    URL: urlAt(work, 'primary_location', 'landing_page_url'),
    abstract: abstractOf(at(work, 'abstract_inverted_index')),
    custom: isCutOff(work) ? { [OMITTED]: true } : undefined,
    ...(reading.withFacts === false ? { language: textAt(work, 'language') } : factsFromOpenalex(work)),
  });
};

/** The last path segment, which is the id. */
const lastPart = (url: string): string => {
  const end = url.slice(-ID.ofProvider);
  return end.split('/').findLast((part) => part !== '') ?? end;
};

/** The key of a work that has no identifier but OpenAlex's, `https://openalex.org/W…`. */
export const keyOfWork = (id: string): string => openalexKey(lastPart(id));

/** OpenAlex's own page is the address of a work that has no other. */
const addressed = (summary: CslItem, page: string | undefined): CslItem =>
  summary.URL !== undefined || page === undefined ? summary : { ...summary, URL: page };

/** Includes the name that OpenAlex links to `orcid` on the work. */
export const listedFromOpenalex = (work: unknown, orcid: string, from: Source): ListedWork => {
  const id = stringAt(work, 'id') ?? '';
  const doi = doiOf(work);
  // OpenAlex has some preprints twice, once without the DOI.
  const arxiv = doi === null ? arxivIdOf(stringAt(work, 'primary_location', 'landing_page_url') ?? '') : null;
  const own = listAt(work, 'authorships').find((each) => orcidOrNull(stringAt(each, 'author', 'orcid')) === orcid);
  return {
    source: 'openalex',
    dois: doi === null ? [] : [doi],
    identifiers: [
      ...(['pmid', 'pmcid'] as const).flatMap((type) => {
        const url = stringAt(work, 'ids', type);
        return url === undefined ? [] : (identifierOf(type, lastPart(url)) ?? []);
      }),
      ...(arxiv === null ? [] : [{ type: 'arxiv', value: arxiv }]),
    ],
    fallbackKey: keyOfWork(id),
    summary: addressed(
      cslFromOpenalex(work, { withFacts: doi === null }),
      doi === null ? httpsAt(work, 'id') : undefined,
    ),
    from,
    listedName: nameOn(own) ?? null,
    ...(own === undefined && isCutOff(work) && { isCutOff: true }),
  };
};
