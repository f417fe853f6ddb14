/** Schemas of the public surface's answers, as its document names them. */
import { keysOf } from '../../domain/own.ts';
import { INCLUDED } from '../http/included.ts';
import { CSL_ITEM, FACTS } from '../http/record-schemas.ts';
import { DATE, MAY_HAVE_MARKUP, MILLISECONDS, orNull, SLUG_RULES, STRING } from '../http/schemas.ts';

const LISTED = {
  publication_date: DATE,
  publication_year: orNull('integer'),
  publication_type: { ...orNull('string'), description: 'A CSL type, such as `article-journal`.' },
  cited_by_count: orNull('integer'),
  last_fetched_at: {
    ...MILLISECONDS,
    description:
      'When a provider’s answer last added or changed the record, or confirmed it because it was asked for; epoch milliseconds, UTC.',
  },
} as const;

export const PUBLICATION_ITEM = {
  title: 'PublicationItem',
  type: 'object',
  required: ['doi', 'doi_url', 'last_fetched_at'],
  additionalProperties: false,
  properties: {
    doi: STRING,
    title: { ...orNull('string'), description: MAY_HAVE_MARKUP },
    doi_url: { type: 'string', format: 'uri' },
    ...LISTED,
    ...INCLUDED,
  },
} as const;

export const WORK_ITEM = {
  title: 'WorkItem',
  type: 'object',
  required: ['id', 'last_fetched_at'],
  additionalProperties: false,
  properties: {
    id: { ...STRING, description: 'The key of the work, such as `isbn.9780306406157`.' },
    title: { ...orNull('string'), description: MAY_HAVE_MARKUP },
    ...LISTED,
    ...INCLUDED,
  },
} as const;

const EDITED = {
  last_edited_at: {
    ...orNull('integer'),
    description:
      'When staff last edited the record, or its visibility in the same way; hiding or showing by a batch or an undo does not count. Epoch milliseconds, UTC.',
  },
  edit_count: { type: 'integer', minimum: 0 },
} as const;

export const WORK = {
  title: 'Work',
  type: 'object',
  required: ['id', 'data', 'is_retracted', 'last_fetched_at', 'edit_count'],
  additionalProperties: false,
  properties: {
    id: WORK_ITEM.properties.id,
    data: CSL_ITEM,
    ...LISTED,
    is_retracted: { type: 'boolean' },
    ...EDITED,
  },
} as const;

export const PUBLICATION = {
  title: 'Publication',
  type: 'object',
  required: ['doi', 'data', 'is_retracted', 'last_fetched_at', 'edit_count'],
  additionalProperties: false,
  properties: {
    doi: STRING,
    data: CSL_ITEM,
    ...LISTED,
    is_retracted: { type: 'boolean' },
    open_access_status: orNull('string'),
    enriched_metadata: FACTS,
    ...EDITED,
  },
} as const;

const LOCALIZED = { type: ['string', 'object', 'null'], additionalProperties: { type: 'string' } } as const;

const RESEARCHER_FIELDS = {
  orcid: STRING,
  name: LOCALIZED,
  slug: { ...STRING, description: SLUG_RULES },
  photo_url: orNull('string'),
  people_type: orNull('string'),
  biography: LOCALIZED,
  category_ids: { type: 'array', items: STRING },
  affiliation: {
    type: ['object', 'null'],
    required: ['entity_id', 'entity_name', 'status', 'starts_at'],
    properties: {
      entity_id: STRING,
      entity_name: LOCALIZED,
      status: { type: 'string', enum: ['org', 'external'] },
      starts_at: MILLISECONDS,
    },
  },
  publication_count: { type: 'integer', minimum: 0, description: 'Public publications linked to the iD.' },
  updated_at: MILLISECONDS,
} as const;

const { orcid: _orcid, ...WITHOUT_ORCID } = RESEARCHER_FIELDS;
const PERSON_FIELDS = { id: STRING, ...WITHOUT_ORCID } as const;

export const PERSON_WITHOUT_ORCID = {
  title: 'PersonWithoutOrcid',
  type: 'object',
  required: keysOf(PERSON_FIELDS),
  properties: PERSON_FIELDS,
} as const;

export const RESEARCHER = {
  title: 'Researcher',
  type: 'object',
  required: keysOf(RESEARCHER_FIELDS),
  properties: RESEARCHER_FIELDS,
} as const;
