/** Schemas of people on the dashboard. */
import { TEXT } from '../../../domain/limits.ts';
import { LOCALE } from '../../../domain/localized-text.ts';
import { ID_OF_PERSON } from '../../http/identifiers.ts';
import { LAST_JOB } from '../ingestion/job.ts';
import {
  asShown,
  BOOLEAN,
  COUNT,
  MILLISECONDS,
  NOT_BLANK,
  object,
  orNull,
  staffItem,
  STRING,
  textOf,
  titled,
} from '../../http/schemas.ts';

/** The request schema: a text, or one per locale, of at most `maxLength` characters each. */
const localized = (maxLength: number) =>
  ({
    description: 'A text, or an object from BCP 47 locale to text.',
    type: ['string', 'object'],
    minLength: 1,
    ...NOT_BLANK,
    maxLength,
    minProperties: 1,
    maxProperties: TEXT.locales,
    propertyNames: { type: 'string', pattern: LOCALE.source, maxLength: TEXT.localeCharacters },
    additionalProperties: textOf(maxLength, NOT_BLANK),
  }) as const;

export const LOCALIZED_NAME = localized(TEXT.nameCharacters);
export const LOCALIZED_BIOGRAPHY_OR_NULL = {
  ...localized(TEXT.biographyCharacters),
  type: ['string', 'object', 'null'],
} as const;

export const LOCALIZED = asShown(LOCALIZED_NAME);
const LOCALIZED_OR_NULL = asShown(LOCALIZED_BIOGRAPHY_OR_NULL);

const AFFILIATED = {
  entity_id: STRING,
  entity_name: LOCALIZED_OR_NULL,
  status: { type: 'string', enum: ['org', 'external'] },
  starts_at: MILLISECONDS,
} as const;

export const PRESENT_AFFILIATION = { ...object(AFFILIATED), type: ['object', 'null'] } as const;

const ITEM = {
  orcid: { ...STRING, description: ID_OF_PERSON },
  name: LOCALIZED_OR_NULL,
  slug: { ...STRING, description: 'The id if the person has no name.' },
  photo_url: orNull('string'),
  people_type: orNull('string'),
  biography: LOCALIZED_OR_NULL,
  category_ids: { type: 'array', items: STRING },
  affiliation: PRESENT_AFFILIATION,
  publication_count: { ...COUNT, description: 'Public publications of the workspace linked to the person.' },
  updated_at: MILLISECONDS,
} as const;

export const AFFILIATION = { ...AFFILIATED, ends_at: orNull('integer') } as const;

export const PERSON_ITEM = staffItem('PersonItem', ITEM);

export const PERSON = titled(
  'Person',
  {
    ...PERSON_ITEM.properties,
    archived: BOOLEAN,
    merged_into: {
      ...orNull('string'),
      examples: [null],
      description: 'The id of the person into whom they were merged; null if they were not.',
    },
    affiliations: { type: 'array', items: object(AFFILIATION), description: 'The current one first.' },
    last_ingestion: {
      anyOf: [LAST_JOB, { type: 'null' }],
      description: 'The latest job for the iD; null if there is none.',
    },
  },
  ['withheld'],
);
