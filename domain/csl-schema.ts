/**
 * A JSON schema of valid CSL-JSON: the fields and types of citationstyles.org's csl-data 1.0.2, in names iDs and affiliations, and the
 * facts for which it has no field.
 */
import { AFFILIATION_SCHEMA, FACTS_SCHEMA } from './facts/schema.ts';

export const CSL_TYPES = [
  'article',
  'article-journal',
  'article-magazine',
  'article-newspaper',
  'bill',
  'book',
  'broadcast',
  'chapter',
  'classic',
  'collection',
  'dataset',
  'document',
  'entry',
  'entry-dictionary',
  'entry-encyclopedia',
  'event',
  'figure',
  'graphic',
  'hearing',
  'interview',
  'legal_case',
  'legislation',
  'manuscript',
  'map',
  'motion_picture',
  'musical_score',
  'pamphlet',
  'paper-conference',
  'patent',
  'performance',
  'periodical',
  'personal_communication',
  'post',
  'post-weblog',
  'regulation',
  'report',
  'review',
  'review-book',
  'software',
  'song',
  'speech',
  'standard',
  'thesis',
  'treaty',
  'webpage',
] as const;

export type CslType = (typeof CSL_TYPES)[number];

const NAMES =
  'author chair collection-editor compiler composer container-author contributor curator director editor ' +
  'editorial-director executive-producer guest host interviewer illustrator narrator organizer original-author ' +
  'performer producer recipient reviewed-author script-writer series-creator translator';
const DATES = 'accessed available-date event-date issued original-date submitted';
const TEXTS =
  'citation-key language journalAbbreviation shortTitle abstract annote archive archive_collection archive_location ' +
  'archive-place authority call-number citation-label collection-title container-title container-title-short ' +
  'dimensions division DOI event event-title event-place genre ISBN ISSN jurisdiction keyword medium note ' +
  'original-publisher original-publisher-place original-title part-title PMCID PMID publisher publisher-place ' +
  'references reviewed-genre reviewed-title scale section source status title title-short URL version volume-title ' +
  'volume-title-short year-suffix';
const NUMBERS =
  'chapter-number citation-number collection-number edition first-reference-note-number issue locator number ' +
  'number-of-pages number-of-volumes page page-first part printing supplement volume';

/** Authors first. */
export const NAME_FIELDS: ReadonlySet<string> = new Set(NAMES.split(' '));

export const DATE_FIELDS: ReadonlySet<string> = new Set(DATES.split(' '));

export const NUMBER_FIELDS: ReadonlySet<string> = new Set(NUMBERS.split(' '));

const fields = (names: string, schema: object): Record<string, object> =>
  Object.fromEntries(names.split(' ').map((name) => [name, schema]));

const TEXT = { type: 'string' };
const TEXT_OR_NUMBER = { type: ['string', 'number'] };
const FLAG = { type: ['string', 'number', 'boolean'] };
const NAME = {
  type: 'object',
  properties: {
    ...fields('family given dropping-particle non-dropping-particle suffix literal ORCID', TEXT),
    ...fields('comma-suffix static-ordering parse-names', FLAG),
    affiliation: AFFILIATION_SCHEMA,
  },
  additionalProperties: false,
};
const DATE = {
  type: 'object',
  properties: {
    'date-parts': {
      type: 'array',
      minItems: 1,
      maxItems: 2,
      items: { type: 'array', minItems: 1, maxItems: 3, items: TEXT_OR_NUMBER },
    },
    season: TEXT_OR_NUMBER,
    circa: FLAG,
    ...fields('literal raw', TEXT),
  },
  additionalProperties: false,
};

/** One item. `id` is not required, since the DOI identifies it. */
export const CSL_ITEM_SCHEMA = {
  type: 'object',
  required: ['type'],
  properties: {
    type: { type: 'string', enum: CSL_TYPES },
    id: TEXT_OR_NUMBER,
    categories: { type: 'array', items: TEXT },
    ...fields(NAMES, { type: 'array', items: NAME }),
    ...fields(DATES, DATE),
    ...fields(TEXTS, TEXT),
    ...fields(NUMBERS, TEXT_OR_NUMBER),
    ...FACTS_SCHEMA,
    custom: { type: 'object' },
  },
  additionalProperties: false,
} as const;
