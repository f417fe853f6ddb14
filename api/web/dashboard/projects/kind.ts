/** Research projects: kept by staff, shown by websites once they are published. */
import type { Project } from '../../client/generated/operations.ts';
import type { Fields, Values } from '../../parts/editing/value.ts';
import { field, type RecordField } from '../record/control.ts';
import { date } from '../record/controls/date.tsx';
import { image, images, organisations } from '../record/controls/entries.tsx';
import { money, type Money } from '../record/controls/money.tsx';
import { people } from '../record/controls/people.tsx';
import { line, lines, markup, webAddress } from '../record/controls/text.tsx';
import type { RecordKind } from '../record/kind.ts';
import { words as t } from './generated/words.ts';

const FIELDS: readonly RecordField[] = [
  field({ name: 'title', label: () => t('name'), control: markup({ isRequired: true }) }),
  field({ name: 'programme', label: () => t('programme'), control: line({ isRequired: true }) }),
  field({ name: 'abstract', label: () => t('abstract'), control: lines() }),
  field({ name: 'start_date', label: () => t('start'), control: date() }),
  field({ name: 'end_date', label: () => t('end'), control: date() }),
  field({ name: 'coordinator_orcids', label: () => t('coordinators'), control: people() }),
  field({ name: 'member_orcids', label: () => t('members'), control: people() }),
  field({ name: 'proponent_institution', label: () => t('proponent'), control: line() }),
  field({ name: 'funding_entities', label: () => t('funders'), control: organisations() }),
  field({ name: 'org_funding', label: () => t('org_funding'), control: money() }),
  field({ name: 'total_funding', label: () => t('total_funding'), control: money() }),
  field({ name: 'project_logo', label: () => t('logo'), control: image() }),
  field({ name: 'funding_partner_images', label: () => t('partner_images'), control: images() }),
  field({
    name: 'href',
    label: () => t('address'),
    hint: () => t('address_hint'),
    control: webAddress({ isRequired: true }),
  }),
];

const FUNDINGS = ['org_funding', 'total_funding'] as const;

/** An amount and its currency are two fields of the interface, and one here. */
const bodyOf = (changes: Values): Fields => {
  const body: Record<string, unknown> = { ...changes };
  for (const name of FUNDINGS) {
    if (!(name in body)) continue;
    const { amount, currency } = body[name] as Money;
    delete body[name];
    Object.assign(body, { [`${name}_amount`]: amount, [`${name}_currency`]: currency });
  }
  return body;
};

export const PROJECTS: RecordKind<Project> = {
  type: 'project',
  icon: 'folder-kanban',
  resource: 'projects',
  plural: () => t('title'),
  fields: FIELDS,
  making: FIELDS.filter(({ control }) => control.isRequired),
  titleOf: ({ title }) => title,
  stateOf: ({ status }) => status,
  restoredTo: 'unpublished',
  recordOf: (project) => ({
    ...project,
    org_funding: { amount: project.org_funding_amount, currency: project.org_funding_currency },
    total_funding: { amount: project.total_funding_amount, currency: project.total_funding_currency },
  }),
  bodyOf,
  wording: {
    invalid_dates: () => t('end_before_start'),
    project_archived: () => t('archived_since'),
    project_exists: () => t('exists'),
  },
};
