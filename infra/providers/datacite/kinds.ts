/** Maps DataCite's resource types to CSL types. */
import type { CslType } from '../../../domain/csl-schema.ts';
import type { OtherThing } from '../../../workers/ingestion/ports.ts';
import { kindsOf, textAt } from '../csl/parts.ts';
import { stringAt } from '../json.ts';

/** By `resourceTypeGeneral` (DataCite schema 4.6). */
const kindOf = kindsOf({
  motion_picture: ['Audiovisual'],
  book: ['Book', 'ConferenceProceeding'],
  chapter: ['BookChapter'],
  collection: ['Collection'],
  software: ['ComputationalNotebook', 'Software', 'Workflow'],
  'paper-conference': ['ConferencePaper'],
  'article-journal': ['DataPaper', 'JournalArticle'],
  dataset: ['Dataset'],
  thesis: ['Dissertation'],
  event: ['Event'],
  graphic: ['Image'],
  webpage: ['InteractiveResource'],
  periodical: ['Journal'],
  review: ['PeerReview'],
  speech: ['Poster', 'Presentation'],
  article: ['Preprint'],
  report: ['Report'],
  song: ['Sound'],
  standard: ['Standard'],
});

/** Repositories that use a vague general type are often more specific in the free-text type. */
const FREE_TEXT_TYPES: readonly (readonly [RegExp, CslType])[] = [
  [/thesis|theses|dissertation/, 'thesis'],
  [/conference ?(?:paper|contribution)|proceedings/, 'paper-conference'],
  [/poster|presentation|talk|lecture/, 'speech'],
  [/preprint|working ?paper/, 'article'],
  [/book ?(?:chapter|section|part\b)/, 'chapter'],
  [/^(?:books?\b(?!.*review)|monograph)/, 'book'],
  [/report/, 'report'],
  [/journal ?(?:article|contribution)|^article|zeitschriftenartikel/, 'article-journal'],
  [/review|rezension/, 'review'],
  [/dictionary ?entry/, 'entry-dictionary'],
  [/data ?set|^data$/, 'dataset'],
  [/^(?:software|codes?\b)/, 'software'],
];
const VAGUE = new Set(['Text', 'Other', 'Collection', 'Image', 'Audiovisual', undefined]);

const kindFromFreeText = (words: string): CslType | undefined =>
  FREE_TEXT_TYPES.find(([pattern]) => pattern.test(words.toLowerCase()))?.[1];

export const kindOfDatacite = (record: unknown): CslType => {
  const general = stringAt(record, 'types', 'resourceTypeGeneral');
  const words = stringAt(record, 'types', 'resourceType') ?? '';
  return (VAGUE.has(general) ? kindFromFreeText(words) : undefined) ?? kindOf(general) ?? 'document';
};

/** Repositories call articles journals too, but an award is no publication (DataCite schema 4.6). */
export const whatOfDatacite = (record: unknown): OtherThing | undefined =>
  stringAt(record, 'types', 'resourceTypeGeneral') === 'Award' ? 'grant' : undefined;

/** Types evident from the form of a citation, where a genre would add a redundant `[JournalArticle]`. */
const SELF_EVIDENT: ReadonlySet<CslType> = new Set(['article-journal', 'book', 'chapter']);

/** The repository's free-text type, unless it only repeats the CSL type. */
export const genreOfDatacite = (record: unknown): string | undefined => {
  const words = textAt(record, 'types', 'resourceType');
  if (words === undefined || words === 'Text') return undefined;
  const kind = kindOfDatacite(record);
  return SELF_EVIDENT.has(kind) && kindFromFreeText(words) === kind ? undefined : words;
};
