/** Schemas of the integrations API, as its document names them. */
import { INSTALLATION_SCOPES, PLATFORMS } from '../../domain/installation/events.ts';
import { INSTALLATION_STATUSES, ORIGIN_STATUSES } from '../../domain/installation/state.ts';
import { INCLUDED, INCLUDED_NAMES } from '../http/included.ts';
import { CURRENCY, DATE, MAY_HAVE_MARKUP, MILLISECONDS, object, orNull, SLUG_RULES, STRING } from '../http/schemas.ts';

/** The interface's version, not the program's. */
export const INTERFACE_VERSION = '2026-04-22';

const URI = { type: 'string', format: 'uri' } as const;
const LOCALIZED_OR_NULL = {
  type: ['string', 'object', 'null'],
  additionalProperties: { type: 'string' },
  description: 'One text, or an object with one per BCP 47 locale.',
} as const;
const AMOUNT = orNull('number');

export const HEALTH = object({ status: { const: 'ok' }, version: { const: INTERFACE_VERSION } });

export const ORIGIN = object({
  id: STRING,
  origin: STRING,
  verification_status: { type: 'string', enum: ORIGIN_STATUSES },
  verified_at: orNull('integer'),
  last_verification_error: orNull('string'),
});

export const INSTALLATION = object({
  id: STRING,
  workspace_id: STRING,
  platform: { type: 'string', enum: PLATFORMS },
  status: { type: 'string', enum: INSTALLATION_STATUSES },
  display_name: STRING,
  description: orNull('string'),
  created_at: MILLISECONDS,
  updated_at: MILLISECONDS,
  origins: { type: 'array', items: ORIGIN },
  scopes: { type: 'array', items: { type: 'string', enum: INSTALLATION_SCOPES } },
});

export const PUBLICATION = object(
  {
    doi: STRING,
    author_match_state: { type: 'string', enum: ['needs_attention', 'complete'] },
    title: { ...LOCALIZED_OR_NULL, description: MAY_HAVE_MARKUP },
    doi_url: URI,
    publication_date: DATE,
    publication_year: orNull('integer'),
    publication_type: { ...orNull('string'), description: 'A CSL type, such as `article-journal`.' },
    cited_by_count: orNull('integer'),
    last_fetched_at: MILLISECONDS,
    ...INCLUDED,
  },
  INCLUDED_NAMES,
);

export const WORK = object(
  {
    id: STRING,
    title: { ...orNull('string'), description: MAY_HAVE_MARKUP },
    work_type: { ...orNull('string'), description: 'A CSL type.' },
    publication_date: DATE,
    publication_year: orNull('integer'),
    created_at: MILLISECONDS,
    href: URI,
    ...INCLUDED,
  },
  INCLUDED_NAMES,
);

export const PROJECT = object({
  id: STRING,
  programme: STRING,
  title: { ...STRING, description: MAY_HAVE_MARKUP },
  abstract: { ...orNull('string'), description: MAY_HAVE_MARKUP },
  start_date: DATE,
  end_date: DATE,
  org_funding_amount: AMOUNT,
  org_funding_currency: CURRENCY,
  total_funding_amount: AMOUNT,
  total_funding_currency: CURRENCY,
  funding_entities: { type: 'array', items: {}, description: 'As staff entered them.' },
  proponent_institution: orNull('string'),
  project_logo: { ...orNull('object'), description: 'As staff entered it.' },
  funding_partner_images: {
    type: 'array',
    items: { type: 'object', description: 'Free-form.' },
    description: 'As staff entered them.',
  },
  created_at: MILLISECONDS,
  href: URI,
});

export const PERSON = object({
  name: LOCALIZED_OR_NULL,
  photo_url: orNull('string'),
  slug: { ...STRING, description: SLUG_RULES },
  people_type: orNull('string'),
});
