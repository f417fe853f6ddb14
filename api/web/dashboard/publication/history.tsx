/** The history of a publication, and restoring earlier values from it. */
import { useState } from 'preact/hooks';
import type { Change } from '../../client/generated/operations.ts';
import { Button } from '../../parts/button.tsx';
import { Section } from '../../parts/page.tsx';
import { Pager } from '../../parts/pager.tsx';
import { Loaded } from '../../parts/states.tsx';
import { useAnswer } from '../../parts/use-resource.ts';
import { EventChanges } from '../events/changes.tsx';
import { EventLine } from '../events/event-line.tsx';
import { useNames, WithNames } from '../events/people.tsx';
import { inTimeline } from '../events/timeline.ts';
import { fieldsBefore } from './past.ts';
import { HISTORY_PAGE, type PublicationData } from './read.ts';
import type { Value } from '../../parts/editing/value.ts';
import { words as t } from './generated/words.ts';

/** The rest are shown on demand. */
const FIELDS_SHOWN = 12;

type ItemProps = {
  readonly event: Change;
  readonly restorable: Readonly<Record<string, Value>>;
  readonly restore: () => void;
};

/** Only the summary of other events names the provider or the evidence. */
const SAYS_ALL = /^Publication(?:Edited|Hidden|Shown|Deleted|Restored)$/u;

const Summary = ({ event }: Pick<ItemProps, 'event'>) => <span lang="en">{useNames()(event.summary)}</span>;

const ADDITIONS: ReadonlySet<string> = new Set(['PublicationAdded', 'PublicationCreated']);

/** An addition changes every field, so none is listed at first. */
const Item = ({ event, restorable, restore }: ItemProps) => (
  <li id={`change-${event.id}`} class="change stack">
    <EventLine event={event} more={SAYS_ALL.test(event.event_type) ? null : <Summary event={event} />} />
    {event.changes.length > 0 && (
      <EventChanges event={event} first={ADDITIONS.has(event.event_type) ? 0 : FIELDS_SHOWN} />
    )}
    {Object.keys(restorable).length > 0 && (
      <p>
        <Button isSmall icon="rotate-ccw" title={t('restore_hint')} onClick={restore}>
          {t('restore_fields')}
        </Button>
      </p>
    )}
  </li>
);

/** Shown while loading. */
const LINES = 6;

type Props = {
  readonly data: PublicationData;
  readonly restore: (values: Readonly<Record<string, Value>>) => void;
};

export const History = ({ data, restore }: Props) => {
  const { publication, history, changes } = data;
  const [page, show] = useState(1);
  const older = useAnswer(page === 1 ? null : 'GET /api/publications/{id}/history', {
    params: { id: publication.id },
    query: { page, per_page: HISTORY_PAGE },
  });
  const found =
    page === 1 ? { ...older, data: history, failure: null } : { ...older, data: older.data?.history ?? null };
  /** Older pages lack the changes since, and deleted records cannot be edited. */
  const canRestore = page === 1 && publication.deleted_at === null;
  /** There each change can be undone; also what is not in the record, such as an identifier that leads to it. */
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
              {shown.map((event, index) => {
                const restorable = canRestore ? fieldsBefore(history, index, publication) : {};
                return (
                  <Item key={event.id} event={event} restorable={restorable} restore={() => restore(restorable)} />
                );
              })}
            </ol>
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
