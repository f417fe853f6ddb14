/** Examples of schemas, valid and always the same: a fictitious institute, the fictitious Josiah Carberry, and DOIs with the prefix for examples. */
import type { Schema, Schemas } from '../http/schema-types.ts';

/** 2026-01-15 12:00 UTC. */
const MOMENT_MS = 1_768_478_400_000;

const ORCID = '0000-0002-1825-0097';
const DOI = '10.5555/12345678';
const TITLE = 'Toward a Unified Theory of High-Energy Metaphysics';
const KEY_HASH = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08';
const UUID = '01890c3e-6a5f-7c1b-9d2e-4f5a6b7c8d9e';

const RECORD = {
  type: 'article-journal',
  title: TITLE,
  DOI,
  author: [
    {
      family: 'Carberry',
      given: 'Josiah',
      affiliation: [{ name: 'Institute of Psychoceramics', id: 'https://ror.org/05gq02987' }],
    },
  ],
  issued: { 'date-parts': [[2021, 3, 9]] },
  license: [{ URL: 'https://creativecommons.org/licenses/by/4.0/', 'content-version': 'vor', start: '2021-03-09' }],
  locations: [{ landing_page_url: `https://doi.org/${DOI}`, version: 'publishedVersion', license: 'cc-by' }],
  funder: [{ name: 'Carberry Foundation', id: 'https://doi.org/10.13039/100000001', award: ['CP-2019-1'] }],
  relation: [{ type: 'has-preprint', 'id-type': 'doi', id: '10.5555/87654321' }],
  subject: ['Psychoceramics'],
};

const BY_FORMAT: Readonly<Record<string, unknown>> = { orcid: ORCID, 'person-id': ORCID, doi: DOI };

/** By property or parameter name; ignored if the schema does not accept the value. */
const BY_NAME: Readonly<Record<string, unknown>> = {
  orcid: ORCID,
  verification_url: 'https://www.example.org/.well-known/colophon-verification',
  verification_token: 'vK3m1Q8r2yT5uW7xZ0aB4cD6eF9gH1jL',
  origin: 'https://www.example.org',
  base_url: 'https://publications.example.org',
  display_name: 'Website of the institute',
  workspace_id: 'org',
  workspace_name: 'Organisation',
  next_attempt_at: null,
  last_verification_error: null,
  credential: 'coli_ (43 letters and digits, and 6 that check them)',
  revoked_at: null,
  expires_at: null,
  rotated_from: null,
  replaced_by: null,
  operation: 'POST /api/ingest',
  outcome: '202',
  address: '192.0.2.17',
  next_cursor: null,
  position: 4_711,
  pending: ['catalogue'],
  projection: 'catalogue',
  version: '1.0.0 (b1b36360)',
  programme: 'Horizon Europe',
  proponent_institution: 'Institute of Psychoceramics',
  orcid_id: ORCID,
  person_orcid: ORCID,
  person_orcids: [ORCID],
  member_orcids: [ORCID],
  coordinator_orcids: [ORCID],
  strays: [],
  suggested_joins: [],
  co_authors: [],
  attention: [],
  role: 'author',
  roles: ['author'],
  name: 'Josiah Carberry',
  family: 'Carberry',
  given: 'Josiah',
  slug: 'josiah-carberry-0097',
  photo_url: 'https://example.org/people/josiah-carberry.jpg',
  people_type: 'professor',
  biography: 'Professor of psychoceramics, the study of cracked pots.',
  category_ids: ['psychoceramics'],
  entity_id: 'org',
  category_id: 'psychoceramics',
  entity_name: 'Institute of Psychoceramics',
  ends_at: null,
  doi: DOI,
  doi_url: `https://doi.org/${DOI}`,
  title: TITLE,
  publication_id: DOI,
  publication_date: '2021-03-09',
  publication_year: 2021,
  publication_type: 'article-journal',
  work_type: 'book',
  identifiers: ['pmid.33301246', 'isbn.9780000000002'],
  cited_by_count: 12,
  apa_citation: `Carberry, J. (2021). ${TITLE}. Journal of Psychoceramics, 5(11), 1–3. https://doi.org/${DOI}`,
  open_access_status: 'gold',
  is_retracted: false,
  deleted_at: null,
  last_edited_at: null,
  edited: null,
  edit_patch: null,
  data: RECORD,
  original: RECORD,
  merged: RECORD,
  enriched_metadata: {
    openalex_id: 'https://openalex.org/W2741809807',
    open_access_status: 'gold',
    open_access_url: `https://doi.org/${DOI}`,
    is_retracted: false,
    language: 'en',
    topics: ['History of ceramics'],
  },
  provider_sources: {
    title: { provider: 'crossref', url: `https://api.crossref.org/works/${DOI}`, fetched_at: MOMENT_MS },
  },
  drift: [],
  basis: 'metadata',
  retraction_notices: [],
  q_percentage: 87,
  if_value: 3.2,
  if5a_value: 3.5,
  funding: false,
  href: 'https://example.org/items/1',
  abstract: 'What cracked pots tell us of those who made them.',
  start_date: '2024-01',
  end_date: '2026-12',
  org_funding_amount: 250_000,
  total_funding_amount: 1_000_000,
  funding_entities: [{ name: 'Carberry Foundation' }],
  project_logo: { url: 'https://example.org/logo.png' },
  funding_partner_images: [{ url: 'https://example.org/partner.png' }],
  publication_count: 1,
  count: 12,
  dir: 'desc',
  funding_currency: 'EUR',
  page: 1,
  per_page: 20,
  total: 1,
  pages: 1,
  q: '',
  query: 'publication_type=book&sort=title',
  contributor: '',
  container: '',
  funder: '',
  search: '',
  from_year: null,
  to_year: null,
  min_cited_by: null,
  language: null,
  open_access: null,
  licence: null,
  updated_since: null,
  has_more: false,
  id: 'cracked-pots',
  email: 'josiah.carberry@example.org',
  user_id: UUID,
  token: 'the-secret-of-the-link',
  sign_out_url: null,
  source: 'local',
  superadmin: false,
  status: 'active',
  revision: 3,
  schema_version: 1,
  stream: `publication-org~${DOI}`,
  event_type: 'PublicationEdited',
  summary: `Edited “${TITLE}”: title`,
  actor: { type: 'user', id: UUID, label: 'Josiah Carberry' },
  subject: { type: 'publication', id: DOI, label: TITLE },
  changes: [{ path: '/title', before: 'Toward a Theory of Metaphysics', after: TITLE }],
  correlation_id: UUID,
  request_id: 'nightly-import-1',
  causation_id: null,
  job_id: UUID,
  shard: 2,
  attempt: 1,
  trigger_source: 'dashboard',
  failed_works: [],
  error: '1 of 4 shards failed: 2',
  failed_shards: [],
  requested_by: { type: 'user', id: UUID },
  issued_by: { type: 'user', id: UUID, label: 'Josiah Carberry' },
  created_by: { type: 'user', id: UUID, label: 'Josiah Carberry' },
  made_by: { type: 'user', id: UUID, label: 'Josiah Carberry' },
  error_message: 'ended by hand',
  reason: 'the provider was down',
  confirmation: 'org',
  key: 'colk_5uXbKQd0hQfXz0u7yq3mVw9ZJ8n1tRcE2aLkP4sGdYo0Ab12C',
  keyHash: KEY_HASH,
  day: '2026-04-22',
  admitted: 12,
  refused: 1,
  key_hash: KEY_HASH,
  client_name: 'Research portal',
  rate_limit_per_minute: 60,
  dryRun: true,
  orgOnly: false,
  thresholdSeconds: 3_600,
  threshold_seconds: 3_600,
  limitPerShard: 100,
  limit: 100,
  description: 'The publications page.',
  before_date: MOMENT_MS,
};

const typesOf = ({ type }: Schema): readonly unknown[] =>
  Array.isArray(type) ? type : type === undefined ? [] : [type];

const typeOf = (value: unknown): string => {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
};

/** Whether the schema accepts a value of the table, without checking nested parts. */
const fits = (value: unknown, schema: Schema): boolean => {
  const { enum: choices, pattern = '', minimum = -Infinity, maximum = Infinity } = schema;
  const types = typesOf(schema);
  const type = typeOf(value);
  if (types.length > 0 && !types.includes(type) && !(Number.isInteger(value) && types.includes('integer')))
    return false;
  if (Array.isArray(choices) && !choices.includes(value)) return false;
  if (typeof value === 'string') return new RegExp(String(pattern), 'u').test(value);
  return typeof value !== 'number' || (value >= Number(minimum) && value <= Number(maximum));
};

/** An optional property with a single value marks an unusual case, which examples omit. */
const objectOf = ({ properties = {}, required = [] }: Schema): unknown =>
  Object.fromEntries(
    Object.entries(properties as Schemas)
      .filter(([name, schema]) => schema['const'] === undefined || (required as readonly string[]).includes(name))
      .map(([name, schema]) => [name, exampleOf(schema, name)]),
  );

const byType = (schema: Schema, name: string): unknown => {
  const [type] = typesOf(schema);
  switch (type) {
    case 'object':
      return objectOf(schema);
    case 'array':
      return schema['items'] === undefined ? [] : [exampleOf(schema['items'] as Schema, name.replace(/s$/u, ''))];
    case 'integer':
    case 'number':
      return name.endsWith('_at') ? MOMENT_MS : (schema['minimum'] ?? 1);
    case 'boolean':
      return true;
    case 'null':
      return null;
    default:
      return 'text';
  }
};

/** `name`: the property or parameter, which selects the value. A schema's own example takes precedence. */
export const exampleOf = (schema: Schema, name = ''): unknown => {
  const { examples, const: only, enum: choices, anyOf, oneOf, format, properties } = schema;
  if (Array.isArray(examples)) return examples[0] as unknown;
  if (only !== undefined) return only;
  const [first] = (anyOf ?? oneOf ?? []) as readonly Schema[];
  if (first !== undefined) return exampleOf(first, name);
  const known = [BY_FORMAT[String(format)], BY_NAME[name]].find((value) => value !== undefined && fits(value, schema));
  // For a nullable record, an object is a more useful example than null.
  if (known !== undefined && (known !== null || properties === undefined)) return known;
  if (Array.isArray(choices)) return choices[0] as unknown;
  return schema['default'] ?? byType(schema, name);
};
