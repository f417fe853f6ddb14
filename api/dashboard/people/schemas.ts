/** The shapes of people on the dashboard. */
import type { Schema } from '../../http/route.ts';
import { JOB } from '../ingestion/job.ts';
import { BOOLEAN, COUNT, MILLISECONDS, object, orNull, STRING } from '../../http/schemas.ts';

/** A text, or one a locale; as it is sent. */
export const LOCALIZED: Schema = {
  description: 'A text, or an object from BCP 47 locale to text.',
  type: ['string', 'object'],
  minLength: 1,
  pattern: '\\S',
  minProperties: 1,
  propertyNames: { pattern: '^[A-Za-z]{2,8}(?:-[A-Za-z0-9]{1,8})*$' },
  additionalProperties: { type: 'string', minLength: 1, pattern: '\\S' },
};
export const LOCALIZED_OR_NULL: Schema = { ...LOCALIZED, type: ['string', 'object', 'null'] };

const AFFILIATED: Readonly<Record<string, Schema>> = {
  entity_id: STRING,
  entity_name: LOCALIZED_OR_NULL,
  status: { type: 'string', enum: ['org', 'external'] },
  starts_at: MILLISECONDS,
};

const ITEM: Readonly<Record<string, Schema>> = {
  orcid: STRING,
  name: LOCALIZED_OR_NULL,
  slug: { ...STRING, description: 'The iD of a person without a name.' },
  photo_url: orNull('string'),
  people_type: orNull('string'),
  biography: LOCALIZED_OR_NULL,
  category_ids: { type: 'array', items: STRING },
  affiliation: { ...object(AFFILIATED), type: ['object', 'null'] },
  publication_count: { ...COUNT, description: 'Public publications in the workspace that are linked to the iD.' },
  updated_at: MILLISECONDS,
};

/** What an affiliation looks like that may have ended. */
export const AFFILIATION: Readonly<Record<string, Schema>> = { ...AFFILIATED, ends_at: orNull('integer') };

export const PERSON_ITEM: Schema = { title: 'PersonItem', ...object(ITEM) };

export const PERSON: Schema = {
  title: 'Person',
  ...object({
    ...ITEM,
    archived: BOOLEAN,
    affiliations: { type: 'array', items: object(AFFILIATION), description: 'The present one first.' },
    last_ingestion: {
      anyOf: [JOB, { type: 'null' }],
      description: 'The latest job of the iD; null if there was none.',
    },
  }),
};
