/** What needs attention, with links. */
import { Icon, type IconName } from '../../parts/icon.tsx';
import { Section } from '../../parts/page.tsx';
import { here } from '../pages.ts';
import type { HomeData } from './read.ts';
import { words as t } from './words.ts';

type Item = { readonly icon: IconName; readonly text: string; readonly href: string };

const itemsIn = ({ breakdown, suggestions, failed, stuck }: HomeData): readonly Item[] => {
  const waiting: readonly (Item & { readonly count: number })[] = [
    {
      count: suggestions,
      icon: 'user-check',
      text: t('suggestions', { count: suggestions }),
      href: here('/suggestions'),
    },
    {
      count: breakdown.needs_attention,
      icon: 'users',
      text: t('attention_authors', { count: breakdown.needs_attention }),
      href: here('/publications?needs_attention=true'),
    },
    {
      count: breakdown.retracted_visible,
      icon: 'triangle-alert',
      text: t('retracted', { count: breakdown.retracted_visible }),
      href: here('/publications?is_retracted=true&visibility=visible'),
    },
    {
      count: breakdown.has_drift,
      icon: 'refresh-cw',
      text: t('drifted', { count: breakdown.has_drift }),
      href: here('/publications?has_drift=true'),
    },
    { count: stuck, icon: 'clock', text: t('stuck', { count: stuck }), href: here('/ingestion') },
    {
      count: failed,
      icon: 'circle-alert',
      text: t('failed_jobs', { count: failed }),
      href: here('/activity?status=failed'),
    },
  ];
  return waiting.filter(({ count }) => count > 0);
};

export const Attention = ({ data }: { readonly data: HomeData }) => {
  const items = itemsIn(data);
  return (
    <Section title={t('attention')}>
      {items.length === 0 ? (
        <p class="card-body muted with-icon">
          <Icon name="circle-check" />
          {t('nothing_to_do')}
        </p>
      ) : (
        <ul class="rows">
          {items.map(({ icon, text, href }) => (
            <li key={text}>
              <span class="with-icon">
                <Icon name={icon} />
                <a href={href}>{text}</a>
              </span>
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
};
