/** The dashboard's representation of a project: its fields and status. */
import { withheldMark } from '../../../projections/queries/withheld.ts';
import { NUMBER, PROJECT, REQUEST, TEXT as TEXT_LIMITS } from '../../../domain/limits.ts';
import type { ProjectFields } from '../../../domain/project/events.ts';
import type { ProjectRow } from '../../../projections/projects/projects.ts';
import { PERSON_ID } from '../../http/identifiers.ts';
import type { ShownOf } from '../../http/schema-types.ts';
import {
  anyJson,
  asShown,
  CURRENCY,
  MILLISECONDS,
  NOT_BLANK,
  staffItem,
  STRING,
  textOrNullOf,
} from '../../http/schemas.ts';
import { PUBLISH_STATUS, TEXT, WEB_ADDRESS } from './schemas.ts';

const AMOUNT = { type: ['number', 'null'], minimum: 0, maximum: NUMBER.integer } as const;
const TEXT_OR_NULL = textOrNullOf(TEXT_LIMITS.abstractCharacters, NOT_BLANK);
const FREE = {
  type: 'object',
  maxProperties: REQUEST.properties,
  description: 'Free-form data for the website.',
} as const;
const DATE = {
  type: ['string', 'null'],
  format: 'partial-date',
  maxLength: TEXT_LIMITS.dateCharacters,
  description: '`2021`, `2021-03` or `2021-03-09`.',
} as const;
const ORCIDS = {
  type: 'array',
  maxItems: PROJECT.people,
  items: PERSON_ID,
  description: 'Ids of people, who need not be registered: ORCID iDs, or ids that begin with `p-`.',
} as const;

export const PROJECT_FIELDS = {
  programme: TEXT,
  title: TEXT,
  abstract: TEXT_OR_NULL,
  start_date: DATE,
  end_date: DATE,
  org_funding_amount: AMOUNT,
  org_funding_currency: CURRENCY,
  total_funding_amount: AMOUNT,
  total_funding_currency: CURRENCY,
  funding_entities: {
    type: 'array',
    maxItems: PROJECT.partners,
    items: anyJson({ description: 'Any JSON value, such as a name.' }),
  },
  proponent_institution: TEXT_OR_NULL,
  project_logo: { ...FREE, type: ['object', 'null'] },
  funding_partner_images: { type: 'array', maxItems: PROJECT.partners, items: FREE },
  href: WEB_ADDRESS,
  member_orcids: ORCIDS,
  coordinator_orcids: ORCIDS,
} as const;

export const PROJECT_DEFAULTS: Omit<ProjectFields, 'programme' | 'title' | 'href'> = {
  abstract: null,
  start_date: null,
  end_date: null,
  org_funding_amount: null,
  org_funding_currency: 'EUR',
  total_funding_amount: null,
  total_funding_currency: 'EUR',
  funding_entities: [],
  proponent_institution: null,
  project_logo: null,
  funding_partner_images: [],
  member_orcids: [],
  coordinator_orcids: [],
};

export const PROJECT_ITEM = staffItem('Project', {
  id: STRING,
  ...asShown(PROJECT_FIELDS),
  status: PUBLISH_STATUS,
  created_at: MILLISECONDS,
  updated_at: MILLISECONDS,
});

export const projectItem = (row: ProjectRow): ShownOf<typeof PROJECT_ITEM> => ({
  id: row.projectId,
  ...row.fields,
  status: row.status,
  created_at: row.createdAt,
  updated_at: row.updatedAt,
  ...withheldMark(row),
});
