/** Converts a Crossref work to a CSL item, without fields that change on their own (scores, counts, time stamps). */
import { abstractText, depositedText } from '../../../commands/text/index.ts';
import type { CslDate, CslItem, CslName } from '../../../domain/csl.ts';
import type { CslType } from '../../../domain/csl-schema.ts';
import { isVisible } from '../../../domain/text/visible.ts';
import { cslItem, dateFromParts, doiOrNull, joinedAt, kindsOf, markupAt, pagesAt, textAt } from '../csl/parts.ts';
import { affiliated } from '../csl/facts.ts';
import { nameOf } from '../csl/names.ts';
import { affiliationsIn, factsFromCrossref } from './facts.ts';
import type { OtherThing } from '../../../workers/ingestion/ports.ts';
import { listAt, stringAt, stringsAt, urlAt } from '../json.ts';

const kindOf = kindsOf({
  'article-journal': ['journal-article'],
  periodical: ['journal-issue'],
  'paper-conference': ['proceedings-article'],
  book: [
    'proceedings',
    'proceedings-series',
    'book',
    'monograph',
    'edited-book',
    'reference-book',
    'book-set',
    'book-series',
  ],
  chapter: ['book-chapter', 'book-section', 'book-part', 'book-track'],
  entry: ['reference-entry'],
  article: ['posted-content'],
  thesis: ['dissertation'],
  report: ['report', 'report-component', 'report-series'],
  dataset: ['dataset', 'database'],
  review: ['peer-review'],
  standard: ['standard', 'standard-series'],
});

/**
 * Crossref's types that are not publications: a component is a figure or supplement of one. An issue or a peer review is one: people edit
 * or write them.
 */
const OTHER_THINGS: ReadonlyMap<string, OtherThing> = new Map([
  ['grant', 'grant'],
  ['component', 'component'],
  ['journal', 'journal'],
  ['journal-volume', 'journal'],
]);

export const whatOf = (work: unknown): OtherThing | undefined => OTHER_THINGS.get(stringAt(work, 'type') ?? '');

const namesAt = (work: unknown, role: string): readonly CslName[] =>
  listAt(work, role).flatMap((person) => {
    const [given, family, whole, suffix] = ['given', 'family', 'name', 'suffix'].map((part) => stringAt(person, part));
    const name = nameOf({ given, family, suffix }, whole, stringAt(person, 'ORCID'));
    return name === null ? [] : affiliated(name, affiliationsIn(person));
  });

const titleOf = (work: unknown): string | undefined => {
  const [main, sub] = ['title', 'subtitle'].map((field) => stringsAt(work, field).map(depositedText).find(isVisible));
  // Some publishers repeat the subtitle in the title.
  return main !== undefined && sub !== undefined && !main.toLowerCase().includes(sub.toLowerCase())
    ? depositedText(`${main}${/[:?!]$/.test(main) ? '' : ':'} ${sub}`)
    : (main ?? sub);
};

/** Publishers list the titles of a book and its series in either order. */
const SERIES = /^(?:lecture notes|springerbriefs|communications in computer and|ifip advances)\b|\bseries\b/i;
/** A second title of a journal is another name for it, not a series. */
const MAY_BE_IN_SERIES: ReadonlySet<CslType> = new Set(['chapter', 'paper-conference', 'entry', 'document']);

const containersOf = (work: unknown, kind: CslType) => {
  const [first, second] = listAt(work, 'container-title').flatMap((title) => markupAt(title) ?? []);
  if (kind === 'book') return { 'collection-title': first };
  if (second === undefined || !MAY_BE_IN_SERIES.has(kind)) return { 'container-title': first };
  return SERIES.test(first ?? '') && !SERIES.test(second)
    ? { 'container-title': second, 'collection-title': first }
    : { 'container-title': first, 'collection-title': second };
};

/** `issued` is Crossref's earliest date; the others cover types for which it is missing. */
const DATES = ['issued', 'published', 'published-print', 'published-online', 'published-other', 'posted', 'approved'];

const issuedOf = (work: unknown): CslDate | undefined =>
  DATES.map((field) => dateFromParts(listAt(work, field, 'date-parts')[0])).find((date) => date !== undefined);

const genreOf = (work: unknown): string | undefined =>
  textAt(work, 'subtype') ?? textAt(work, 'review', 'type')?.replaceAll('-', ' ') ?? textAt(work, 'degree');

/** A preprint is cited with its server and a thesis with its university; the depositor is often a company. */
const publisherOf = (work: unknown): string | undefined => {
  const isByInstitution = ['posted-content', 'dissertation'].includes(stringAt(work, 'type') ?? '');
  const institution = isByInstitution ? textAt(listAt(work, 'institution')[0], 'name') : undefined;
  return institution ?? textAt(work, 'publisher');
};

/** Some publishers deposit a PII, which is not a citable article number. */
const articleNumberOf = (work: unknown): string | undefined => {
  const number = textAt(work, 'article-number');
  return number === undefined || /^S\d{15}[\dX]$/i.test(number) ? undefined : number;
};

export const cslFromCrossref = (work: unknown): CslItem => {
  const abstract = stringAt(work, 'abstract');
  const original = stringsAt(work, 'original-title').map(depositedText).find(isVisible);
  const title = titleOf(work) ?? original;
  const kind = kindOf(stringAt(work, 'type')) ?? 'document';
  return cslItem(kind, {
    title,
    'original-title': original === title ? undefined : original,
    author: namesAt(work, 'author'),
    editor: namesAt(work, 'editor'),
    translator: namesAt(work, 'translator'),
    chair: namesAt(work, 'chair'),
    issued: issuedOf(work),
    ...containersOf(work, kind),
    'container-title-short': markupAt(work, 'short-container-title'),
    publisher: publisherOf(work),
    'publisher-place': textAt(work, 'publisher-location'),
    'event-title': textAt(work, 'event', 'name'),
    'event-place': textAt(work, 'event', 'location'),
    volume: textAt(work, 'volume'),
    issue: textAt(work, 'issue'),
    page: pagesAt(work, 'page'),
    number: articleNumberOf(work),
    edition: textAt(work, 'edition-number'),
    genre: genreOf(work),
    ISBN: joinedAt(work, 'ISBN'),
    ISSN: joinedAt(work, 'ISSN'),
    DOI: doiOrNull(stringAt(work, 'DOI')),
    URL: urlAt(work, 'resource', 'primary', 'URL'),
    abstract: abstract === undefined ? undefined : abstractText(abstract),
    ...factsFromCrossref(work),
  });
};
