/** Maps ORCID's types of works to CSL types. */
import type { CslType } from '../../../domain/csl-schema.ts';
import { kindsOf } from '../csl/parts.ts';
import { stringAt } from '../json.ts';

const kindOf = kindsOf({
  'article-journal': ['journal-article'],
  periodical: ['journal-issue'],
  'article-magazine': ['magazine-article'],
  'article-newspaper': ['newspaper-article', 'newsletter-article'],
  webpage: ['online-resource', 'website'],
  'post-weblog': ['blog', 'blog-post'],
  chapter: ['book-chapter'],
  book: ['book', 'edited-book', 'manual', 'conference-proceedings', 'translation'],
  'review-book': ['book-review'],
  review: ['review'],
  'entry-dictionary': ['dictionary-entry'],
  'entry-encyclopedia': ['encyclopedia-entry'],
  'paper-conference': ['conference-paper', 'conference-abstract', 'conference-output'],
  speech: ['conference-poster', 'conference-presentation', 'lecture-speech'],
  article: ['preprint', 'working-paper'],
  report: ['report'],
  dataset: ['data-set'],
  software: ['software'],
  thesis: ['dissertation', 'dissertation-thesis', 'supervised-student-publication'],
  patent: ['patent'],
  standard: ['standards-and-policy'],
  graphic: ['image'],
  motion_picture: ['moving-image'],
  song: ['sound'],
  musical_score: ['musical-composition'],
  map: ['cartographic-material'],
  performance: ['artistic-performance'],
});

export const kindOfOrcid = (summary: unknown): CslType =>
  // Before version 3, ORCID's types were upper case with underscores.
  kindOf(stringAt(summary, 'type')?.toLowerCase().replaceAll('_', '-')) ?? 'document';
