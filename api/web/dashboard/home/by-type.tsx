/** Publications by type. */
import { number } from '../../client/format.ts';
import { Section } from '../../parts/page.tsx';
import { typeName } from '../csl-types.ts';
import { here } from '../pages.ts';
import { words as t } from './generated/words.ts';
import type { HomeData } from './read.ts';

/** The other types are rare, and shown as one sum. */
const TYPES_SHOWN = 4;

export const ByType = ({ breakdown }: Pick<HomeData, 'breakdown'>) => {
  const types = breakdown.by_type.slice(0, TYPES_SHOWN);
  const rest = breakdown.by_type.slice(TYPES_SHOWN).reduce((sum, { count }) => sum + count, 0);
  const most = Math.max(1, ...types.map(({ count }) => count));
  return (
    <Section title={t('by_type')}>
      <ul class="shares">
        {types.map(({ type, count }) => (
          <li key={type}>
            <span>
              {type === null ? (
                t('no_type')
              ) : (
                <a href={here(`/publications?publication_type=${encodeURIComponent(type)}`)}>{typeName(type)}</a>
              )}
            </span>
            <meter min={0} max={most} value={count} aria-hidden="true" />
            <span class="number">{number(count)}</span>
          </li>
        ))}
        {rest > 0 && (
          <li>
            <span class="muted">{t('other_types')}</span>
            <span />
            <span class="number">{number(rest)}</span>
          </li>
        )}
      </ul>
    </Section>
  );
};
