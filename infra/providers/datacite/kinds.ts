/** DataCite's kinds of resources as CSL types. */
import type { CslType } from '../../../domain/csl-schema.ts';
import { kindIn, type Kinds } from '../csl/kinds.ts';
import { stringAt } from '../json.ts';

/** By `resourceTypeGeneral` (DataCite schema 4.6). */
const GENERAL: Kinds = {
  Audiovisual: 'motion_picture',
  Book: 'book',
  BookChapter: 'chapter',
  Collection: 'collection',
  ComputationalNotebook: 'software',
  ConferencePaper: 'paper-conference',
  ConferenceProceeding: 'book',
  DataPaper: 'article-journal',
  Dataset: 'dataset',
  Dissertation: 'thesis',
  Event: 'event',
  Image: 'graphic',
  InteractiveResource: 'webpage',
  Journal: 'periodical',
  JournalArticle: 'article-journal',
  PeerReview: 'review',
  Poster: 'speech',
  Preprint: 'article',
  Presentation: 'speech',
  Report: 'report',
  Software: 'software',
  Sound: 'song',
  Standard: 'standard',
  Workflow: 'software',
};

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
  return inWords ?? kindIn(GENERAL, general) ?? 'document';
};
