/** ORCID's types of works as CSL types. */
import type { CslType } from '../../../domain/csl-schema.ts';
import { kindIn, type Kinds } from '../csl/kinds.ts';
import { stringAt } from '../json.ts';

const KINDS: Kinds = {
  'journal-article': 'article-journal',
  'journal-issue': 'periodical',
  'magazine-article': 'article-magazine',
  'newspaper-article': 'article-newspaper',
  'newsletter-article': 'article-newspaper',
  'online-resource': 'webpage',
  website: 'webpage',
  blog: 'post-weblog',
  'blog-post': 'post-weblog',
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
  'conference-output': 'paper-conference',
  'conference-proceedings': 'book',
  'conference-poster': 'speech',
  'conference-presentation': 'speech',
  'lecture-speech': 'speech',
  preprint: 'article',
  'working-paper': 'article',
  report: 'report',
  'data-set': 'dataset',
  software: 'software',
  dissertation: 'thesis',
  'dissertation-thesis': 'thesis',
  'supervised-student-publication': 'thesis',
  patent: 'patent',
  'standards-and-policy': 'standard',
  translation: 'book',
  image: 'graphic',
  'moving-image': 'motion_picture',
  sound: 'song',
  'musical-composition': 'musical_score',
  'cartographic-material': 'map',
  'artistic-performance': 'performance',
};

export const kindOfOrcid = (summary: unknown): CslType =>
  // ORCID wrote these in capitals with underscores before version 3.
  kindIn(KINDS, stringAt(summary, 'type')?.toLowerCase().replaceAll('_', '-')) ?? 'document';
