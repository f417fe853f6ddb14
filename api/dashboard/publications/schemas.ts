/** Schemas of publications on the dashboard. */
import { CITATION, ROW_PARTS } from '../../../domain/limits.ts';
import { LINK_BASES } from '../../../domain/publication/events.ts';
import { ID_OF_PERSON } from '../../http/identifiers.ts';
import { PRESENT_AFFILIATION } from '../people/schemas.ts';
import {
  BOOLEAN,
  COUNT,
  MANY_AUTHORS,
  MAY_HAVE_MARKUP,
  MILLISECONDS,
  object,
  orNull,
  record,
  staffItem,
  STRING,
  titled,
  WITHHELD,
} from '../../http/schemas.ts';

const PERSON = {
  orcid: { ...STRING, description: ID_OF_PERSON },
  name: { ...orNull('string'), description: 'In `locale`; null for a linked person who is not registered.' },
  slug: orNull('string'),
  photo_url: orNull('string'),
  affiliation: PRESENT_AFFILIATION,
} as const;

export const LINKED_PERSON = titled('LinkedPerson', PERSON);

export const ROLE = {
  ...STRING,
  description: 'The list of names, as CSL names it: `author`, `editor`, `translator`, …',
};

const CONTRIBUTOR = titled('Contributor', {
  ...PERSON,
  roles: {
    type: 'array',
    items: ROLE,
    description: 'Extension: the lists that name the person; none if the record does not name them.',
  },
});

export const APA_CITATION = {
  ...orNull('string'),
  description: `In APA style, in \`locale\`; null if the record cannot be cited, or not within ${CITATION.waitMs / 1_000} seconds: a later request may have it. ${MAY_HAVE_MARKUP}`,
} as const;

const LISTED = {
  id: { ...STRING, description: 'The normalized DOI; of a work without one, its key.' },
  person_orcids: { type: 'array', items: STRING },
  person: { type: 'array', items: CONTRIBUTOR },
  title: { ...orNull('string'), description: MAY_HAVE_MARKUP },
  apa_citation: APA_CITATION,
  doi_url: { type: ['string', 'null'], format: 'uri', description: 'Null for a work without a DOI.' },
  publication_date: orNull('string'),
  publication_year: orNull('integer'),
  publication_type: orNull('string'),
  cited_by_count: orNull('integer'),
  last_fetched_at: MILLISECONDS,
  last_edited_at: { ...orNull('integer'), description: 'Epoch milliseconds, UTC.' },
  edit_count: COUNT,
  visible: BOOLEAN,
  deleted_at: { ...orNull('string'), description: 'ISO 8601; null unless deleted.' },
} as const;

export const STAFF_ITEM = staffItem('PublicationItem', {
  ...LISTED,
  authors: {
    type: 'array',
    items: STRING,
    examples: [['Josiah Carberry']],
    description: `Extension. The names of the first ${ROW_PARTS.authors} authors, linked to people or not.`,
  },
  authors_total: {
    type: ['integer', 'null'],
    minimum: 0,
    examples: [1],
    description: 'Extension. How many the record has. Null if its provider cut the list off and does not say.',
  },
  container: {
    ...orNull('string'),
    examples: ['Journal of Psychoceramics'],
    description: `Extension. The title of the journal or book. ${MAY_HAVE_MARKUP}`,
  },
  needs_attention: {
    ...BOOLEAN,
    description: 'Whether the contributors need attention: a suggestion is open, or a link is doubtful.',
  },
  has_drift: {
    ...BOOLEAN,
    description: 'Whether the provider value of an edited field has changed since the edit.',
  },
  is_retracted: {
    ...BOOLEAN,
    description: 'Whether a notice retracts, withdraws or removes it, or OpenAlex lists it as retracted.',
  },
});

const DASHBOARD_ONLY = {
  q: { ...orNull('integer'), description: 'Quartile.' },
  q_percentage: { type: ['integer', 'null'], minimum: 0, maximum: 100, description: 'Percentile.' },
  if_value: { ...orNull('number'), description: 'Impact factor.' },
  if5a_value: { ...orNull('number'), description: 'Five-year impact factor.' },
  funding: orNull('boolean'),
} as const;

export const STAFF_PUBLICATION = titled(
  'Publication',
  {
    ...LISTED,
    ...WITHHELD,
    ...DASHBOARD_ONLY,
    author_match_state: { type: 'string', enum: ['needs_attention', 'complete'] },
    attention: {
      type: 'array',
      description:
        'Extension: linked people whose link is doubtful and not settled. `not_named`: no entry of the record names them; ' +
        '`other_name`: an entry with their iD has a name that is none of theirs; `named_twice`: several entries of one list have it.',
      items: object({
        orcid: STRING,
        reason: { type: 'string', enum: ['not_named', 'other_name', 'named_twice'] },
        names: { type: 'array', items: STRING, description: 'Of the entries in question.' },
        basis: {
          type: 'string',
          enum: LINK_BASES,
          description:
            "Why they are linked: the record has their iD, their own list at ORCID or OpenAlex's list of them has the work, or staff linked them.",
        },
      }),
    },
    original: record(
      `The provider values, in CSL-JSON; where the provider is silent, those facts that OpenAlex gives. ${MANY_AUTHORS}`,
    ),
    edited: {
      type: ['object', 'null'],
      description: 'The edits by field; null for a removed field.',
    },
    merged: record('`original` with the edits and the dashboard-only fields that are set.'),
    edit_patch: {
      ...orNull('string'),
      description: 'The JSON Patch (RFC 6902) that turns `original` into `merged`; null if they are the same.',
    },
    drift: {
      type: 'array',
      description: 'Edited fields whose provider value has changed since the edit.',
      items: object({ field: STRING, edited: {}, provider_now: {}, since: MILLISECONDS }),
    },
    is_retracted: BOOLEAN,
    retraction_notices: {
      type: 'array',
      description: 'Undoing the `RetractionNoticed` of a mistaken one dismisses it, also when a provider repeats it.',
      items: object({
        by: { ...STRING, description: "The DOI of the notice; of OpenAlex's own mark, the work's address there." },
        kind: STRING,
        provider: STRING,
      }),
    },
    retraction_kept: {
      ...BOOLEAN,
      description: 'Extension: staff have decided to keep it visible in spite of all its notices.',
    },
    identifiers: {
      type: 'array',
      items: STRING,
      description:
        'Extension: other identifiers of a work without a DOI, from the lists of people, such as `pmid.123`.',
      examples: [['pmid.123']],
    },
    suggested_joins: {
      type: 'array',
      items: STRING,
      description:
        'Extension: items that a work may be, by DOI or key: a list of a person names both, but their types or titles differ, and the ' +
        'lists of others or the edits of staff stand on it. `POST /api/publications/{id}/join` or `…/keep-apart` decides.',
      examples: [[]],
    },
    open_access_status: orNull('string'),
    enriched_metadata: {
      type: ['object', 'null'],
      description: 'Metadata of the work from OpenAlex that are none of its record.',
    },
    provider_sources: {
      type: 'object',
      description:
        "By field of `original`: its provider, the URL queried (of a fact that OpenAlex completes, the work's address there), and when.",
      additionalProperties: object({ provider: STRING, url: STRING, fetched_at: MILLISECONDS }),
    },
  },
  ['withheld'],
);
