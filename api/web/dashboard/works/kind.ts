/** Works: what people have published without a DOI. */
import type { BodyOf } from '../../client/api.ts';
import type { Work } from '../../client/generated/operations.ts';
import { api } from '../../client/session.ts';
import { typeName, TYPES } from '../csl-types.ts';
import { field, type RecordField } from '../record/control.ts';
import { choice } from '../record/controls/choice.tsx';
import { date } from '../record/controls/date.tsx';
import { markup, webAddress } from '../record/controls/text.tsx';
import { seenIn, type RecordKind } from '../record/kind.ts';
import { words as t } from './words.ts';

export type { Work };

const FIELDS: readonly RecordField[] = [
  field({ name: 'title', label: () => t('name'), control: markup({ isRequired: true }) }),
  field({
    name: 'work_type',
    label: () => t('type'),
    control: choice(() => TYPES.map((value) => ({ value, label: typeName(value) }))),
  }),
  field({ name: 'publication_date', label: () => t('date'), control: date() }),
  field({
    name: 'href',
    label: () => t('address'),
    hint: () => t('address_hint'),
    control: webAddress({ isRequired: true }),
  }),
];

export const WORKS: RecordKind<Work> = {
  type: 'work',
  icon: 'file-text',
  path: '/works',
  plural: () => t('title'),
  fields: FIELDS,
  making: FIELDS,
  titleOf: ({ title }) => title,
  stateOf: ({ status }) => status,
  restoredTo: 'unpublished',
  recordOf: ({ title, work_type, publication_date, href }) => ({ title, work_type, publication_date, href }),
  canWrite: () => true,
  wording: {
    work_archived: () => t('archived_since'),
    work_exists: () => t('exists'),
    work_superseded: () => t('superseded_since'),
  },
  read: async (id, signal, inBackground) =>
    seenIn(await api('GET /api/works/{id}', { params: { id }, signal, inBackground })),
  save: (id, changes, ifMatch) => api('PATCH /api/works/{id}', { params: { id }, body: changes, ifMatch }),
  move: (id, move, ifMatch) => api(`POST /api/works/{id}/${move}`, { params: { id }, ifMatch }),
  make: async (values) => (await api('POST /api/works', { body: values as BodyOf<'POST /api/works'> })).body.id,
};
