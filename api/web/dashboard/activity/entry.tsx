/** The events of one cause: a line that expands to their changes. */
import { useId, useState } from 'preact/hooks';
import type { Event } from '../../client/generated/operations.ts';
import { may } from '../../client/session.ts';
import { plainText } from '../../parts/markup-parser.ts';
import { Button, IconButton } from '../../parts/button.tsx';
import { EventChanges } from '../events/changes.tsx';
import { EventLine } from '../events/event-line.tsx';
import { eventName, nameOf } from '../events/naming.ts';
import { SubjectName } from '../events/subject.tsx';
import { words as eventWords } from '../events/generated/words.ts';
import { eachAlone, subjectsIn, typesIn, type Entry } from './causes.ts';
import { startUndo, type Target } from './undo/state.ts';
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

/** Parts of a merge, which is undone as a whole. */
const PARTS: ReadonlySet<string> = new Set(['PersonMerged', 'PersonSeparated', 'PersonAbsorbed', 'PersonReleased']);

const undoOf = ({ id, events }: Entry): Target => {
  const [{ id: event, event_type: type, changes }, ...others] = events;
  if (others.length > 0 || PARTS.has(type)) return { kind: 'cause', id };
  return { kind: 'event', id: event, paths: [...new Set(changes.map(({ path }) => path))] };
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
  const undo = t(isOne ? 'undo' : 'undo_all');
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
          event={isOne ? first : { ...first, cause: null }}
          what={headline}
          isFailed={events.some(({ status }) => status === 'failed')}
          hasByline={hasByline}
          more={isOne ? undefined : part}
        >
          {hasSubject ? <Subjects events={events} /> : undefined}
        </EventLine>
        {events.some(({ undo_role: needed }) => needed !== null && may(needed)) && (
          <Button
            isSmall
            kind="quiet"
            icon="undo-2"
            aria-label={`${undo}: ${name}`}
            onClick={() => {
              const target = undoOf(entry);
              startUndo(target, target.kind === 'event' ? first : null);
            }}
          >
            <span class="if-wide">{undo}</span>
          </Button>
        )}
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
