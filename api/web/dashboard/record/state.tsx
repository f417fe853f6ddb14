/** Where a record stands: its badge, and the filter of listings. */
import { SelectField } from '../../parts/field.tsx';
import { Badge } from '../../parts/states.tsx';
import type { State } from './kind.ts';
import { words as t } from './words.ts';

export const STATES = ['active', 'published', 'unpublished', 'archived', 'all'] as const;
type Listed = (typeof STATES)[number];

/** Nothing for what is as most records are. */
export const StateBadge = ({ state }: { readonly state: State }) => {
  switch (state) {
    case 'active':
      return null;
    case 'published':
      return <Badge kind="good">{t('published')}</Badge>;
    case 'unpublished':
      return <Badge kind="warning">{t('unpublished')}</Badge>;
    case 'archived':
      return <Badge icon="folder">{t('archived')}</Badge>;
  }
};

type Props<T extends Listed> = {
  readonly states: readonly T[];
  readonly value: T;
  readonly onValue: (value: T) => void;
};

export const StateFilter = <T extends Listed>({ states, value, onValue }: Props<T>) => (
  <SelectField
    label={t('state')}
    hidesLabel
    value={value}
    options={states.map((state) => ({ value: state, label: t(`list_${state}`) }))}
    onValue={onValue}
  />
);
