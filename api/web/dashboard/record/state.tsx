/** The status of a record: its badge, and the filter of listings. */
import { Badge } from '../../parts/states.tsx';
import { words as t } from './generated/words.ts';
import type { State } from './kind.ts';

export const STATES = ['active', 'published', 'unpublished', 'archived', 'all'] as const;
const BADGES = { published: { kind: 'good' }, unpublished: { kind: 'warning' }, archived: { icon: 'folder' } } as const;

/** No badge for the usual status. */
export const StateBadge = ({ state }: { readonly state: State }) =>
  state === 'active' ? null : <Badge {...BADGES[state]}>{t(state)}</Badge>;

export const byState = <T extends (typeof STATES)[number]>(states: readonly T[]) => ({
  label: t('state'),
  options: states.map((value) => ({ value, label: t(`list_${value}`) })),
});
