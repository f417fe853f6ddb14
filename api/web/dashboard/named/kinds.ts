/** Entities and categories: an id and a name, by which people are grouped. */
import type { BodyOf } from '../../client/api.ts';
import type { NamedRecord } from '../../client/generated/operations.ts';
import { shownText } from '../../client/localized.ts';
import { api, may } from '../../client/session.ts';
import { field, type RecordField } from '../record/control.ts';
import { localized } from '../record/controls/localized.tsx';
import { identifier } from '../record/controls/text.tsx';
import { seenIn, type RecordKind } from '../record/kind.ts';
import { words as t } from './words.ts';

export type { NamedRecord };

type Word = Parameters<typeof t>[0];

type Resource = 'entities' | 'categories';

export type NamedKind = RecordKind<NamedRecord> & {
  /** The words of the list that differ. */
  readonly says: Readonly<Record<'make' | 'noneYet' | 'noneYetHint' | 'noMatch' | 'lead' | 'peopleOf', Word>>;
  /** The filter of the list of people. */
  readonly filter: 'entity_id' | 'category_id';
  readonly resource: Resource;
};

const NAME = field({ name: 'name', label: () => t('name'), control: localized({ isRequired: true }) });
const ID: RecordField = field({
  name: 'id',
  label: () => t('id'),
  hint: () => t('id_hint'),
  control: identifier(),
});

const common = {
  fields: [NAME],
  making: [NAME, ID],
  titleOf: ({ id, name }) => shownText(name) ?? id,
  stateOf: ({ archived }) => (archived ? 'archived' : 'active'),
  restoredTo: 'active',
  recordOf: ({ name }) => ({ name }),
} satisfies Partial<RecordKind<NamedRecord>>;

/** The paths of its pages are those of the interface. */
const calls = (path: Resource) =>
  ({
    resource: path,
    path: `/${path}`,
    read: async (id, signal, inBackground) =>
      seenIn(await api(`GET /api/${path}/{id}`, { params: { id }, signal, inBackground })),
    save: (id, changes, ifMatch) =>
      api(`PATCH /api/${path}/{id}`, { params: { id }, body: changes as BodyOf<'PATCH /api/entities/{id}'>, ifMatch }),
    move: (id, move, ifMatch) =>
      api(`POST /api/${path}/{id}/${move === 'archive' ? 'archive' : 'unarchive'}`, { params: { id }, ifMatch }),
    make: async (values) => (await api(`POST /api/${path}`, { body: values as BodyOf<'POST /api/entities'> })).body.id,
  }) satisfies Partial<NamedKind>;

export const ENTITIES: NamedKind = {
  ...common,
  ...calls('entities'),
  type: 'entity',
  icon: 'network',
  plural: () => t('entities'),
  canWrite: () => may('workspace_admin'),
  wording: { entity_exists: () => t('entity_exists'), entity_needed: () => t('entity_needed') },
  says: {
    make: 'make_entity',
    noneYet: 'no_entities_yet',
    noneYetHint: 'no_entities_hint',
    noMatch: 'no_entity_so',
    lead: 'entities_lead',
    peopleOf: 'people_of_entity',
  },
  filter: 'entity_id',
};

export const CATEGORIES: NamedKind = {
  ...common,
  ...calls('categories'),
  type: 'category',
  icon: 'tags',
  plural: () => t('categories'),
  canWrite: () => true,
  wording: { category_exists: () => t('category_exists') },
  says: {
    make: 'make_category',
    noneYet: 'no_categories_yet',
    noneYetHint: 'no_categories_hint',
    noMatch: 'no_category_so',
    lead: 'categories_lead',
    peopleOf: 'people_of_category',
  },
  filter: 'category_id',
};
