/** The history of a publication, newest first, with undo. */
import { useState } from 'preact/hooks';
import type { Change } from '../../client/generated/operations.ts';
import { Section } from '../../parts/page.tsx';
import { Pager } from '../../parts/pager.tsx';
import { Loaded } from '../../parts/states.tsx';
import { useAnswer } from '../../parts/use-resource.ts';
import { UndoDialog } from '../activity/undo/dialog.tsx';
import { UndoButton } from '../activity/undo/button.tsx';
import { EventChanges } from '../events/changes.tsx';
import { EventLine } from '../events/event-line.tsx';
import { WithNames } from '../events/people.tsx';
import { inTimeline } from '../events/timeline.ts';
import { HISTORY_PAGE, type PublicationData } from './read.ts';
import { words as t } from './generated/words.ts';

/** The rest are shown on demand. */
const FIELDS_SHOWN = 12;

const ADDITIONS: ReadonlySet<string> = new Set(['PublicationAdded', 'PublicationCreated']);

/** An addition changes every field, so none is listed at first. */
const Item = ({ event }: { readonly event: Change }) => (
  <li id={`change-${event.id}`} class="change stack">
    <div class="happening">
      <EventLine event={event} />
      <UndoButton entry={{ id: event.correlation_id, events: [event] }} />
    </div>
    {event.changes.length > 0 && (
      <EventChanges event={event} first={ADDITIONS.has(event.event_type) ? 0 : FIELDS_SHOWN} />
    )}
  </li>
);

/** Shown while loading. */
const LINES = 6;

export const History = ({ data: { publication, history, changes } }: { readonly data: PublicationData }) => {
  const [page, show] = useState(1);
  const older = useAnswer(page === 1 ? null : 'GET /api/publications/{id}/history', {
    params: { id: publication.id },
    query: { page, per_page: HISTORY_PAGE },
  });
  const found =
    page === 1 ? { ...older, data: history, failure: null } : { ...older, data: older.data?.history ?? null };
  /** There also what is not in the record, such as an identifier that leads to it. */
  const timeline = inTimeline({ subject: publication.id, subject_type: 'publication', housekeeping: true });
  return (
    <Section
      title={t('history')}
      aside={
        <span class="actions">
          <span class="muted small">{t('history_count', { count: changes })}</span>
          <a href={timeline}>{t('in_timeline')}</a>
        </span>
      }
    >
      <Loaded of={found} lines={LINES}>
        {(shown) => (
          <WithNames events={shown} lines={LINES}>
            <ol class="happenings">
              {shown.map((event) => (
                <Item key={event.id} event={event} />
              ))}
            </ol>
            <UndoDialog />
          </WithNames>
        )}
      </Loaded>
      {changes > HISTORY_PAGE && (
        <div class="card-body">
          <Pager page={page} perPage={HISTORY_PAGE} total={changes} onPage={show} />
        </div>
      )}
    </Section>
  );
};
