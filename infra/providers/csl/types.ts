/** The providers' words for kinds of works, as CSL types (citationstyles.org, 1.0.2). */

const CROSSREF: Readonly<Record<string, string>> = {
  'journal-article': 'article-journal',
  'journal-issue': 'periodical',
  'journal-volume': 'periodical',
  journal: 'periodical',
  'proceedings-article': 'paper-conference',
  proceedings: 'book',
  'proceedings-series': 'book',
  'book-chapter': 'chapter',
  'book-section': 'chapter',
  'book-part': 'chapter',
  'book-track': 'chapter',
  book: 'book',
  monograph: 'book',
  'edited-book': 'book',
  'reference-book': 'book',
  'book-set': 'book',
  'book-series': 'book',
  'reference-entry': 'entry',
  'posted-content': 'article',
  dissertation: 'thesis',
  report: 'report',
  'report-component': 'report',
  'report-series': 'report',
  dataset: 'dataset',
  database: 'dataset',
  'peer-review': 'review',
  standard: 'standard',
  grant: 'document',
};

const ORCID: Readonly<Record<string, string>> = {
  'journal-article': 'article-journal',
  'journal-issue': 'periodical',
  'magazine-article': 'article-magazine',
  'newspaper-article': 'article-newspaper',
  'newsletter-article': 'article-newspaper',
  'online-resource': 'webpage',
  website: 'webpage',
  'book-chapter': 'chapter',
  book: 'book',
  'edited-book': 'book',
  manual: 'book',
  'book-review': 'review-book',
  review: 'review',
  'dictionary-entry': 'entry-dictionary',
  'encyclopedia-entry': 'entry-encyclopedia',
  'conference-paper': 'paper-conference',
  'conference-abstract': 'paper-conference',
  'conference-poster': 'speech',
  'conference-presentation': 'speech',
  'lecture-speech': 'speech',
  preprint: 'article',
  'working-paper': 'article',
  report: 'report',
  'research-technique': 'document',
  'data-set': 'dataset',
  software: 'software',
  dissertation: 'thesis',
  'dissertation-thesis': 'thesis',
  'supervised-student-publication': 'thesis',
  patent: 'patent',
  'standards-and-policy': 'standard',
  translation: 'book',
};

const DATACITE: Readonly<Record<string, string>> = {
  Dataset: 'dataset',
  Software: 'software',
  JournalArticle: 'article-journal',
  Journal: 'periodical',
  Preprint: 'article',
  ConferencePaper: 'paper-conference',
  ConferenceProceeding: 'book',
  Book: 'book',
  BookChapter: 'chapter',
  Dissertation: 'thesis',
  Report: 'report',
  PeerReview: 'review',
  Standard: 'standard',
  Image: 'graphic',
  Audiovisual: 'motion_picture',
  Sound: 'song',
};

const OPENALEX: Readonly<Record<string, string>> = {
  article: 'article-journal',
  'journal-article': 'article-journal',
  review: 'article-journal',
  letter: 'article-journal',
  editorial: 'article-journal',
  erratum: 'article-journal',
  retraction: 'article-journal',
  'book-chapter': 'chapter',
  book: 'book',
  dataset: 'dataset',
  preprint: 'article',
  dissertation: 'thesis',
  report: 'report',
  'reference-entry': 'entry',
  'peer-review': 'review',
  standard: 'standard',
  software: 'software',
};

const lookUp =
  (table: Readonly<Record<string, string>>) =>
  (kind: string | undefined | null): string =>
    (typeof kind === 'string' && Object.hasOwn(table, kind) ? table[kind] : undefined) ?? 'document';

export const typeFromCrossref = lookUp(CROSSREF);
export const typeFromOrcid = lookUp(ORCID);
export const typeFromDatacite = lookUp(DATACITE);
export const typeFromOpenalex = lookUp(OPENALEX);
