/** Entities and categories: an id and a name, by which people are grouped. */
import type { NamedRecord } from '../../client/generated/operations.ts';
import { shownText } from '../../client/localized.ts';
import { field } from '../record/control.ts';
import { localized } from '../record/controls/localized.tsx';
import { identifier } from '../record/controls/text.tsx';
import type { RecordKind } from '../record/kind.ts';
import { words as t } from './generated/words.ts';

/** Both name the words of its pages. */
export type NamedKind = RecordKind<NamedRecord> & {
  readonly type: 'entity' | 'category';
  readonly resource: 'entities' | 'categories';
};

const NAME = field({ name: 'name', label: () => t('name'), control: localized({ isRequired: true }) });
const ID = field({ name: 'id', label: () => t('id'), hint: () => t('id_hint'), control: identifier() });

const common = {
  fields: [NAME],
  making: [NAME, ID],
  titleOf: ({ id, name }) => shownText(name) ?? id,
  stateOf: ({ archived }) => (archived ? 'archived' : 'active'),
  restoredTo: 'active',
} satisfies Partial<RecordKind<NamedRecord>>;

const ENTITIES: NamedKind = {
  ...common,
  type: 'entity',
  resource: 'entities',
  icon: 'network',
  plural: () => t('entities'),
  needs: 'workspace_admin',
  wording: { entity_exists: () => t('entity_exists'), entity_needed: () => t('entity_needed') },
};

const CATEGORIES: NamedKind = {
  ...common,
  type: 'category',
  resource: 'categories',
  icon: 'tags',
  plural: () => t('categories'),
  wording: { category_exists: () => t('category_exists') },
};

export const peoplePath = ({ type }: NamedKind, id: string): string => `/people?${type}_id=${encodeURIComponent(id)}`;

export const kindAt = (path: string): NamedKind => (path.startsWith('/entities') ? ENTITIES : CATEGORIES);
