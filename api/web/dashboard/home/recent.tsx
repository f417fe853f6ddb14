/** The last things that happened. */
import type { Event } from '../../client/generated/operations.ts';
import { ago, instant } from '../../client/format.ts';
import { workspace } from '../../client/session.ts';
import { Section } from '../../parts/page.tsx';
import { Badge, Empty } from '../../parts/states.tsx';
import { linkTo } from '../pages.ts';
import { words as t } from './words.ts';

export const Recent = ({ events }: { readonly events: readonly Event[] }) => {
  const all = linkTo(workspace.value ?? '', '/activity');
  return (
    <Section title={t('recent')} aside={all === null ? undefined : <a href={all}>{t('all_activity')}</a>}>
      {events.length === 0 ? (
        <Empty icon="activity" title={t('nothing_happened')} />
      ) : (
        <ul class="rows dense">
          {events.map(({ id, summary, actor, occurred_at: at, status }) => (
            <li key={id}>
              <span class="row-text">
                {summary} {status === 'failed' && <Badge kind="danger">{status}</Badge>}
              </span>
              <span class="muted small">
                {actor.label} ·{' '}
                <time dateTime={new Date(at).toISOString()} title={instant(at)}>
                  {ago(at)}
                </time>
              </span>
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
};
