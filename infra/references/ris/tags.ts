/** What the tags and types of RIS (Research Information Systems' format specification) and of MEDLINE (NLM, MEDLINE/PubMed data element descriptions) mean in CSL. */
import type { CslType } from '../../../domain/csl-schema.ts';
import { kindsOf } from '../../providers/csl/parts.ts';

export const kindOfRis = kindsOf({
  'article-journal': ['JOUR', 'EJOUR', 'ABST', 'INPR'],
  'article-magazine': ['MGZN'],
  'article-newspaper': ['NEWS'],
  article: ['PREPRINT', 'PPRINT'],
  book: ['BOOK', 'EBOOK', 'EDBOOK', 'SER', 'CLSWK'],
  chapter: ['CHAP', 'ECHAP'],
  'paper-conference': ['CONF', 'CPAPER'],
  thesis: ['THES'],
  report: ['RPRT', 'GOVDOC'],
  webpage: ['ELEC', 'WEB'],
  'post-weblog': ['BLOG'],
  manuscript: ['UNPB', 'UNPD', 'MANSCPT'],
  patent: ['PAT'],
  dataset: ['DATA', 'AGGR', 'DBASE'],
  software: ['COMP'],
  motion_picture: ['VIDEO', 'MPCT', 'ADVS'],
  song: ['SOUND', 'MUSIC'],
  map: ['MAP'],
  standard: ['STAND'],
  'entry-dictionary': ['DICT'],
  'entry-encyclopedia': ['ENCYC'],
  periodical: ['JFULL'],
  pamphlet: ['PAMP'],
  speech: ['SLIDE'],
  graphic: ['ART', 'FIGURE'],
  hearing: ['HEAR'],
  bill: ['BILL', 'UNBILL'],
  legislation: ['STAT'],
  legal_case: ['CASE'],
  personal_communication: ['PCOMM', 'ICOMM'],
});

/** Of publication types (`PT`), the first that is known. */
export const kindOfMedline = kindsOf({
  book: ['Book'],
  chapter: ['Book Chapter'],
  article: ['Preprint'],
  'article-newspaper': ['Newspaper Article'],
  dataset: ['Dataset'],
  thesis: ['Academic Dissertation'],
  'paper-conference': ['Congress', 'Congresses'],
  report: ['Technical Report'],
});

/** Types whose second title is that of what contains them. */
export const IS_PART: ReadonlySet<CslType> = new Set([
  ...(['article-journal', 'article-magazine', 'article-newspaper', 'article', 'chapter', 'paper-conference'] as const),
  ...(['entry-dictionary', 'entry-encyclopedia', 'post-weblog', 'webpage'] as const),
]);
