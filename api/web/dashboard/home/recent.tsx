/** The latest events. */
import type { Event } from '../../client/generated/operations.ts';
import { Section } from '../../parts/page.tsx';
import { Empty } from '../../parts/states.tsx';
import { EventLine } from '../events/event-line.tsx';
import { SubjectName } from '../events/subject.tsx';
import { here } from '../pages.ts';
import { words as t } from './words.ts';

export const Recent = ({ events }: { readonly events: readonly Event[] }) => (
  <Section title={t('recent')} aside={<a href={here('/activity')}>{t('all_activity')}</a>}>
    {events.length === 0 ? (
      <Empty icon="activity" title={t('nothing_happened')} />
    ) : (
      <ul class="happenings">
        {events.map((event) => (
          <li key={event.id}>
            <EventLine event={event}>
              <SubjectName subject={event.subject} />
            </EventLine>
          </li>
        ))}
      </ul>
    )}
  </Section>
);
