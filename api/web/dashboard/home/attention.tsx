/** What needs attention, with links. */
import { Icon } from '../../parts/icon.tsx';
import { Section } from '../../parts/page.tsx';
import { here } from '../pages.ts';
import { words as t } from './generated/words.ts';
import type { HomeData } from './read.ts';

const itemsIn = ({ breakdown, suggestions, failed, failedSince, stuck }: HomeData) => {
  const { has_doubt: doubtful, retracted_undecided: retracted, has_drift: drifted } = breakdown;
  const undecided = '/publications?is_retracted=true&visibility=visible&retraction_kept=false';
  const items = [
    { name: 'suggestions', icon: 'user-check', count: suggestions, path: '/suggestions' },
    { name: 'attention_authors', icon: 'users', count: doubtful, path: '/publications?has_doubt=true' },
    { name: 'retracted', icon: 'triangle-alert', count: retracted, path: undecided },
    { name: 'drifted', icon: 'refresh-cw', count: drifted, path: '/publications?has_drift=true' },
    { name: 'stuck', icon: 'clock', count: stuck, path: '/ingestion' },
    { name: 'failed_events', icon: 'circle-alert', count: failed, path: `/activity?status=failed&from=${failedSince}` },
  ] as const;
  return items.filter(({ count }) => count > 0);
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
          {items.map(({ name, icon, count, path }) => (
            <li key={name}>
              <span class="with-icon">
                <Icon name={icon} />
                <a href={here(path)}>{t(name, { count })}</a>
              </span>
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
};
