/** Works: what people have published without a DOI. */
import type { Work } from '../../client/generated/operations.ts';
import { typeOptions } from '../csl-types.ts';
import { field, type RecordField } from '../record/control.ts';
import { choice } from '../record/controls/choice.tsx';
import { date } from '../record/controls/date.tsx';
import { markup, webAddress } from '../record/controls/text.tsx';
import type { RecordKind } from '../record/kind.ts';
import { words as t } from './generated/words.ts';

const FIELDS: readonly RecordField[] = [
  field({ name: 'title', label: () => t('name'), control: markup({ isRequired: true }) }),
  field({ name: 'work_type', label: () => t('type'), control: choice(typeOptions) }),
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
  resource: 'works',
  plural: () => t('title'),
  fields: FIELDS,
  making: FIELDS,
  titleOf: ({ id, title }) => title ?? id,
  stateOf: ({ status }) => status,
  restoredTo: 'unpublished',
  wording: {
    work_archived: () => t('archived_since'),
    work_exists: () => t('exists'),
    suggestion_not_found: () => t('suggestion_gone'),
    work_superseded: () => t('superseded_since'),
  },
};
