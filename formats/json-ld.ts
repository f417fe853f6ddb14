/** JSON-LD in the vocabulary of schema.org (version 29): what search engines and knowledge graphs read. */
import type { CslType } from '../domain/csl-schema.ts';
import { doiUrl } from '../domain/doi.ts';
import { PAGE_RANGE, plainIn, referenceOf, type Exported, type Name, type Plain, type Reference } from './exported.ts';
import type { Format } from './format.ts';
import { plainText } from './markup.ts';

/**
 * By the definitions at https://schema.org/docs/full.html; where several fit, as DataCite does
 * (https://github.com/datacite/bolognese, `CR_TO_SO_TRANSLATIONS`). What has no type of its own is a `CreativeWork`.
 */
const TYPES: Readonly<Record<CslType, string>> = {
  article: 'ScholarlyArticle',
  'article-journal': 'ScholarlyArticle',
  'article-magazine': 'Article',
  'article-newspaper': 'NewsArticle',
  bill: 'Legislation',
  book: 'Book',
  broadcast: 'Episode',
  chapter: 'Chapter',
  classic: 'Book',
  collection: 'Collection',
  dataset: 'Dataset',
  document: 'CreativeWork',
  entry: 'Article',
  'entry-dictionary': 'Article',
  'entry-encyclopedia': 'Article',
  event: 'CreativeWork',
  figure: 'ImageObject',
  graphic: 'ImageObject',
  hearing: 'CreativeWork',
  interview: 'CreativeWork',
  legal_case: 'CreativeWork',
  legislation: 'Legislation',
  manuscript: 'Manuscript',
  map: 'Map',
  motion_picture: 'Movie',
  musical_score: 'SheetMusic',
  pamphlet: 'CreativeWork',
  'paper-conference': 'ScholarlyArticle',
  patent: 'CreativeWork',
  performance: 'CreativeWork',
  periodical: 'Periodical',
  personal_communication: 'Message',
  post: 'SocialMediaPosting',
  'post-weblog': 'BlogPosting',
  regulation: 'Legislation',
  report: 'Report',
  review: 'Review',
  'review-book': 'Review',
  software: 'SoftwareSourceCode',
  song: 'MusicRecording',
  speech: 'PresentationDigitalDocument',
  standard: 'CreativeWork',
  thesis: 'Thesis',
  treaty: 'Legislation',
  webpage: 'WebPage',
};

const IN_JOURNALS: ReadonlySet<CslType> = new Set([
  ...(['article', 'article-journal', 'article-magazine', 'article-newspaper', 'review', 'review-book'] as const),
]);
const IN_BOOKS: ReadonlySet<CslType> = new Set([
  ...(['chapter', 'entry', 'entry-dictionary', 'entry-encyclopedia', 'paper-conference'] as const),
]);

type Node = Readonly<Record<string, unknown>>;

/** Without what is not known. */
const node = (properties: Node): Node =>
  Object.fromEntries(
    Object.entries(properties).filter(
      ([, value]) => value !== null && value !== undefined && !(Array.isArray(value) && value.length === 0),
    ),
  );

const organization = (name: string, id: string | null = null): Node =>
  node({ '@type': 'Organization', name, sameAs: id });

const agent = (name: Name): Node => {
  const more = {
    sameAs: name.orcid,
    affiliation: name.affiliations.map(({ name: affiliation, id }) => organization(affiliation, id)),
  };
  if (!('literal' in name))
    return node({
      '@type': 'Person',
      name: `${name.given} ${name.family}`,
      givenName: name.given,
      familyName: name.family,
      honorificSuffix: name.suffix,
      ...more,
    });
  // Only people have an iD, and organisations are in nothing.
  const isPerson = name.orcid !== null || name.affiliations.length > 0;
  return isPerson ? node({ '@type': 'Person', name: name.literal, ...more }) : organization(name.literal);
};

/** What a publication is part of: an issue of a volume of a periodical, a book, or a series. */
const wholeOf = ({ type, isbn, issn }: Reference, plain: Plain): Node | null => {
  const name = plain('container-title');
  const [volume, issue, series] = [plain('volume'), plain('issue'), plain('collection-title')];
  const inSeries = series === null ? null : { '@type': 'BookSeries', name: series };
  if (IN_JOURNALS.has(type) && name !== null) {
    const periodical = node({ '@type': 'Periodical', name, alternateName: plain('container-title-short'), issn });
    const inVolume =
      volume === null ? periodical : { '@type': 'PublicationVolume', volumeNumber: volume, isPartOf: periodical };
    return issue === null ? inVolume : { '@type': 'PublicationIssue', issueNumber: issue, isPartOf: inVolume };
  }
  if (name === null) return inSeries;
  return node({
    '@type': IN_BOOKS.has(type) ? 'Book' : 'CreativeWork',
    name,
    isbn: IN_BOOKS.has(type) ? isbn : [],
    isPartOf: inSeries,
  });
};

/** Properties of every type, and of some (§ `domainIncludes` of each), a line each. */
const nodeOf = (publication: Exported): Node => {
  const reference = referenceOf(publication);
  const { doi, date, isRetracted } = reference;
  const plain = plainIn(reference);
  const type = TYPES[reference.type];
  const isPart = IN_JOURNALS.has(reference.type) || IN_BOOKS.has(reference.type);
  const pages = plain('page');
  const [, first = null, last = null] = PAGE_RANGE.exec(pages ?? '') ?? [];
  const { openAccessStatus } = publication;
  return node({
    '@type': type,
    '@id': doi === null ? null : doiUrl(doi),
    identifier:
      doi === null
        ? null
        : { '@type': 'PropertyValue', propertyID: 'https://registry.identifiers.org/registry/doi', value: doi },
    sameAs: doi === null ? null : doiUrl(doi),
    url: reference.url,
    name: plain('title'),
    headline: type.endsWith('Article') ? plain('title') : null,
    author: reference.authors.map(agent),
    editor: reference.editors.map(agent),
    datePublished: date,
    isPartOf: wholeOf(reference, plain),
    pagination: isPart ? pages : null,
    pageStart: isPart ? first : null,
    pageEnd: isPart ? last : null,
    isbn: type === 'Book' ? reference.isbn : [],
    bookEdition: type === 'Book' ? plain('edition') : null,
    issn: type === 'Periodical' ? reference.issn : [],
    reportNumber: type === 'Report' ? plain('number') : null,
    genre: plain('genre'),
    publisher: plain('publisher') === null ? null : organization(plain('publisher') ?? ''),
    inLanguage: plain('language'),
    keywords: reference.keywords.map(plainText),
    license: reference.licence,
    abstract: plain('abstract'),
    creativeWorkStatus: isRetracted ? 'Retracted' : null,
    isAccessibleForFree: openAccessStatus === null ? null : openAccessStatus !== 'closed',
  });
};

const CONTEXT = 'https://schema.org';

export const jsonLd: Format = {
  type: 'application/ld+json',
  extension: 'jsonld',
  before: `{"@context":"${CONTEXT}","@graph":[\n`,
  between: ',\n',
  after: '\n]}\n',
  entry: (publication) => JSON.stringify(nodeOf(publication)),
  single: (publication) => `${JSON.stringify({ '@context': CONTEXT, ...nodeOf(publication) })}\n`,
};
