/** DataCite's kinds of resources as CSL types. */
import type { CslType } from '../../../domain/csl-schema.ts';
import { kindsOf } from '../csl/kinds.ts';
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

/** Repositories that say `Text`, `Other` or nothing say more in words of their own. */
const IN_WORDS: readonly (readonly [RegExp, CslType])[] = [
  [/thesis|theses|dissertation/, 'thesis'],
  [/conference ?(?:paper|contribution)|proceedings/, 'paper-conference'],
  [/poster|presentation|talk|lecture/, 'speech'],
  [/preprint|working ?paper/, 'article'],
  [/book ?chapter/, 'chapter'],
  [/^(?:book|monograph)/, 'book'],
  [/report/, 'report'],
  [/journal ?(?:article|contribution)|^article|zeitschriftenartikel/, 'article-journal'],
  [/review|rezension/, 'review'],
  [/dictionary ?entry/, 'entry-dictionary'],
  [/data ?set|^data$/, 'dataset'],
  [/^(?:software|code)/, 'software'],
];
const VAGUE = new Set(['Text', 'Other', 'Collection', 'Image', 'Audiovisual', undefined]);

export const kindOfDatacite = (record: unknown): CslType => {
  const general = stringAt(record, 'types', 'resourceTypeGeneral');
  const words = stringAt(record, 'types', 'resourceType')?.toLowerCase() ?? '';
  const inWords = VAGUE.has(general) ? IN_WORDS.find(([pattern]) => pattern.test(words))?.[1] : undefined;
  return inWords ?? kindOf(general) ?? 'document';
};
