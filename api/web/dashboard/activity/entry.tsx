/** The events of one cause: a line that expands to their changes. */
import { useId, useState } from 'preact/hooks';
import type { Event } from '../../client/generated/operations.ts';
import { may } from '../../client/session.ts';
import { plainText } from '../../parts/markup-parser.ts';
import { Button, IconButton } from '../../parts/button.tsx';
import { EventChanges } from '../events/changes.tsx';
import { EventLine } from '../events/event-line.tsx';
import { eventName } from '../events/naming.ts';
import { SubjectName } from '../events/subject.tsx';
import { words as eventWords } from '../events/words.ts';
import { subjectsIn, typesIn, type Entry } from './causes.ts';
import { startUndo } from './undo/state.ts';
import { words as t } from './words.ts';

const SUBJECTS_SHOWN = 2;

const canUndo = ({ undo_role: needed }: Event): boolean => needed !== null && may(needed);

type OpenerProps = { readonly isOpen: boolean; readonly controls: string; readonly name: string; onClick: () => void };

const Opener = ({ isOpen, controls, name, onClick }: OpenerProps) => (
  <IconButton
    icon={isOpen ? 'chevron-down' : 'chevron-right'}
    label={t('open', { what: name })}
    aria-expanded={isOpen}
    aria-controls={isOpen ? controls : undefined}
    onClick={onClick}
  />
);

const UndoButton = ({ what, onClick, isAll = false }: { what: string; onClick: () => void; isAll?: boolean }) => {
  const label = isAll ? t('undo_all') : t('undo');
  return (
    <Button isSmall kind="quiet" icon="undo-2" aria-label={`${label}: ${what}`} onClick={onClick}>
      <span class="if-wide">{label}</span>
    </Button>
  );
};

const nameOf = (event: Event): string => `${eventName(event.event_type)} – ${plainText(event.subject.label)}`;

/** One event of several. */
const Part = ({ event }: { readonly event: Event }) => {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  return (
    <li>
      <div class="happening">
        <Opener isOpen={isOpen} controls={id} name={nameOf(event)} onClick={() => setOpen(!isOpen)} />
        <EventLine event={event} hasByline={false}>
          <SubjectName subject={event.subject} />
        </EventLine>
        {canUndo(event) && (
          <UndoButton
            what={nameOf(event)}
            onClick={() => startUndo({ kind: 'event', id: event.id, paths: pathsOf(event) })}
          />
        )}
      </div>
      {isOpen && (
        <div id={id} class="happening-changes stack loose">
          <EventChanges event={event} />
        </div>
      )}
    </li>
  );
};

const pathsOf = ({ changes }: Event): readonly string[] => [...new Set(changes.map(({ path }) => path))];

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

type Props = { readonly entry: Entry; readonly causeHref: string | null };

const Inside = ({ entry, causeHref }: Props) => {
  const { events } = entry;
  if (events.length === 1) return <EventChanges event={events[0]} />;
  return (
    <>
      <ul class="happenings inner">
        {events.map((event) => (
          <Part key={event.id} event={event} />
        ))}
      </ul>
      {causeHref !== null && (
        <p class="small">
          <a href={causeHref}>{t('all_of_cause')}</a>
        </p>
      )}
    </>
  );
};

export const EntryView = ({ entry, causeHref }: Props) => {
  const { id: cause, events } = entry;
  const [first] = events;
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const isOne = events.length === 1;
  const headline = headlineOf(events);
  const name = isOne ? nameOf(first) : `${headline} – ${plainText(first.subject.label)}`;
  return (
    <li>
      <div class="happening">
        <Opener isOpen={isOpen} controls={id} name={name} onClick={() => setOpen(!isOpen)} />
        <EventLine
          event={first}
          what={headline}
          isFailed={events.some(({ status }) => status === 'failed')}
          more={isOne ? undefined : null}
        >
          <Subjects events={events} />
        </EventLine>
        {events.some(canUndo) && (
          <UndoButton
            what={name}
            isAll={!isOne}
            onClick={() =>
              startUndo(isOne ? { kind: 'event', id: first.id, paths: pathsOf(first) } : { kind: 'cause', id: cause })
            }
          />
        )}
      </div>
      {isOpen && (
        <div id={id} class="happening-changes stack loose">
          <Inside entry={entry} causeHref={causeHref} />
        </div>
      )}
    </li>
  );
};
