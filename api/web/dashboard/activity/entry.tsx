/** The events of one cause: a line that expands to their changes. */
import { useId, useState } from 'preact/hooks';
import type { Event } from '../../client/generated/operations.ts';
import { plainText } from '../../parts/markup-parser.ts';
import { IconButton } from '../../parts/button.tsx';
import { EventChanges } from '../events/changes.tsx';
import { EventLine } from '../events/event-line.tsx';
import { eventName, nameOf } from '../events/naming.ts';
import { SubjectName } from '../events/subject.tsx';
import { words as eventWords } from '../events/generated/words.ts';
import { eachAlone, subjectsIn, typesIn, type Entry } from './causes.ts';
import { UndoButton } from './undo/button.tsx';
import { words as t } from './generated/words.ts';

const SUBJECTS_SHOWN = 2;

const headlineOf = (events: readonly Event[]): string =>
  typesIn(events)
    .slice(0, 3)
    .map(({ type, count }) => (count === 1 ? eventName(type) : t('times', { what: eventName(type), count })))
    .join(', ');

const Subjects = ({ events }: { readonly events: readonly Event[] }) => {
  const subjects = subjectsIn(events);
  const more = subjects.length - SUBJECTS_SHOWN;
  return (
    <>
      {subjects.slice(0, SUBJECTS_SHOWN).map((subject, index) => (
        <span key={subject.id}>
          {index > 0 && ', '}
          <SubjectName subject={subject} />
        </span>
      ))}
      {more > 0 && <span class="muted"> {eventWords('and_more', { count: more })}</span>}
    </>
  );
};

/** Undone as a whole. */
const undoneOf = (events: readonly Event[]): Event['undone'] => {
  const all = events.filter(({ undo_role: needed }) => needed !== null);
  return all.every(({ undone }) => undone !== null) ? (all[0]?.undone ?? null) : null;
};

type Props = {
  readonly entry: Entry;
  readonly causeHref: string | null;
  /** The number of events of the cause on all pages, if known. */
  readonly total?: number | null;
  readonly hasByline?: boolean;
  readonly hasSubject?: boolean;
};

export const EntryView = ({ entry, causeHref, total = null, hasByline, hasSubject = true }: Props) => {
  const { events } = entry;
  const [first] = events;
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const isOne = events.length === 1;
  const headline = isOne ? nameOf(first) : headlineOf(events);
  const name = `${headline} – ${plainText(first.subject.label)}`;
  const part =
    total !== null && total > events.length && causeHref !== null ? (
      <a href={causeHref}>{t('part_of', { shown: events.length, count: total })}</a>
    ) : null;
  return (
    <li>
      <div class="happening">
        <IconButton
          icon={isOpen ? 'chevron-down' : 'chevron-right'}
          label={t('open', { what: name })}
          aria-expanded={isOpen}
          aria-controls={isOpen ? id : undefined}
          onClick={() => setOpen(!isOpen)}
        />
        <EventLine
          event={isOne ? first : { ...first, cause: null, undone: undoneOf(events) }}
          what={headline}
          isFailed={events.some(({ status }) => status === 'failed')}
          hasByline={hasByline}
          more={isOne ? undefined : part}
        >
          {hasSubject ? <Subjects events={events} /> : undefined}
        </EventLine>
        <UndoButton entry={entry} what={name} />
      </div>
      {isOpen && (
        <div id={id} class="happening-changes stack loose">
          {isOne && <EventChanges event={first} />}
          {!isOne && (
            <ul class="happenings inner">
              {eachAlone(events).map((each) => (
                <EntryView key={each.events[0].id} entry={each} causeHref={null} hasByline={false} />
              ))}
            </ul>
          )}
          {causeHref !== null && (
            <p class="small">
              <a href={causeHref}>{t('all_of_cause')}</a>
            </p>
          )}
        </div>
      )}
    </li>
  );
};
