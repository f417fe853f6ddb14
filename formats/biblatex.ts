/** BibLaTeX, in UTF-8. The biblatex manual (3.20), §2.1 entry types and §2.2 fields. */
import type { CslType } from '../domain/csl-schema.ts';
import { referenceOf, type Exported } from './exported.ts';
import type { Format } from './format.ts';
import { entryOf, texIn } from './tex-entry.ts';

/** §2.1.1, and §2.1.3 for what standard styles treat as `misc`. */
const TYPES: Readonly<Record<CslType, string>> = {
  article: 'online',
  'article-journal': 'article',
  'article-magazine': 'article',
  'article-newspaper': 'article',
  bill: 'legislation',
  book: 'book',
  broadcast: 'video',
  chapter: 'incollection',
  classic: 'book',
  collection: 'misc',
  dataset: 'dataset',
  document: 'misc',
  entry: 'inreference',
  'entry-dictionary': 'inreference',
  'entry-encyclopedia': 'inreference',
  event: 'misc',
  figure: 'image',
  graphic: 'image',
  hearing: 'jurisdiction',
  interview: 'misc',
  legal_case: 'jurisdiction',
  legislation: 'legislation',
  manuscript: 'unpublished',
  map: 'image',
  motion_picture: 'movie',
  musical_score: 'music',
  pamphlet: 'booklet',
  'paper-conference': 'inproceedings',
  patent: 'patent',
  performance: 'performance',
  periodical: 'periodical',
  personal_communication: 'letter',
  post: 'online',
  'post-weblog': 'online',
  regulation: 'legislation',
  report: 'report',
  review: 'review',
  'review-book': 'review',
  software: 'software',
  song: 'audio',
  speech: 'unpublished',
  standard: 'standard',
  thesis: 'thesis',
  treaty: 'legal',
  webpage: 'online',
};

const IN_JOURNALS: ReadonlySet<string> = new Set(['article', 'review']);
const IN_BOOKS: ReadonlySet<string> = new Set(['incollection', 'inproceedings', 'inreference']);
/** §2.1.1: what these types have in place of publishers. */
const PUBLISHER: Readonly<Record<string, string>> = {
  thesis: 'institution',
  report: 'institution',
  online: 'organization',
  misc: 'organization',
};

/** §2.2.2: data type `literal list`, which `and` divides. */
const listed = (tex: string | null): string | null => (tex !== null && /\sand\s/iu.test(tex) ? `{${tex}}` : tex);

const entry = (publication: Exported): string => {
  const all = referenceOf(publication);
  // §2.2.2: one number in each field; biber warns about more.
  const reference = { ...all, isbn: all.isbn.slice(0, 1), issn: all.issn.slice(0, 1) };
  const tex = texIn(reference, 'utf8');
  const type = TYPES[reference.type];
  const isInJournal = IN_JOURNALS.has(type);
  const container = isInJournal ? 'journaltitle' : IN_BOOKS.has(type) ? 'booktitle' : 'howpublished';
  return entryOf(type, reference, 'utf8', {
    [container]: tex('container-title'),
    shortjournal: isInJournal ? tex('container-title-short') : null,
    eventtitle: tex('event-title'),
    [PUBLISHER[type] ?? 'publisher']: type === 'article' ? null : listed(tex('publisher')),
    location: listed(tex('publisher-place')),
    number: tex('issue') ?? (isInJournal ? null : tex('number')),
    eid: isInJournal ? tex('number') : null,
    date: reference.date,
    type: type === 'article' ? null : tex('genre'),
  });
};

export const biblatex: Format = { type: 'application/x-biblatex', extension: 'bib', between: '\n', entry };
