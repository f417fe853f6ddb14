/** Where a record stands: its badge, and the filter of listings. */
import { Badge } from '../../parts/states.tsx';
import { words as t } from './generated/words.ts';
import type { State } from './kind.ts';

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

/** Of the filter by state. */
export const byState = <T extends Listed>(states: readonly T[]) => ({
  label: t('state'),
  options: states.map((value) => ({ value, label: t(`list_${value}`) })),
});
