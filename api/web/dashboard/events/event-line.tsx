/** An event in a list: what happened to what, who did it and when. */
import type { ComponentChildren } from 'preact';
import type { Event } from '../../client/generated/operations.ts';
import { Icon } from '../../parts/icon.tsx';
import { Badge } from '../../parts/states.tsx';
import { Ago } from '../../parts/time.tsx';
import { valueText } from '../value-text.ts';
import { actorAlone, actorIcon } from './actor.tsx';
import { words as t } from './generated/words.ts';
import { eventName, fieldName, nameOf } from './naming.ts';
import { useNames } from './people.tsx';
import { ofCause } from './timeline.ts';

const SHOWN = 3;

/** Events whose changes do not say everything; the summary does, in English only. */
const SAYS_MORE = /^(?:Ingestion|DoiImported|Retraction|DataReset|StuckJobs|OriginCheckFailed)/u;
/** Events whose changes name who was linked, or what was identified. */
const NAMES_VALUES =
  /^(?:Author(?:Linked|Unlinked)|Identifier|Publication(?:Identified|Join|KeptApart|Separated|Superseded))/u;
/** Only these list their fields: additions have all of them, and hiding changes nothing else. */
const NAMES_FIELDS = /(?:Edited|Refreshed|Revised)$/u;

const listed = (all: readonly string[], omitted = 0): string => {
  const names = [...new Set(all)];
  const more = names.length - SHOWN + omitted;
  const shown = names.slice(0, SHOWN).join(', ');
  return more > 0 ? `${shown} ${t('and_more', { count: more })}` : shown;
};

const valuesOf = ({ changes, changes_omitted: omitted }: Event): string =>
  listed(
    changes.flatMap(({ before, after }) => valueText(after ?? before) ?? []),
    omitted ?? 0,
  );

const Detail = ({ event }: { readonly event: Event }) => {
  const named = useNames();
  const { event_type: type, summary, changes } = event;
  if (SAYS_MORE.test(type)) return <span lang="en">{summary}</span>;
  if (NAMES_VALUES.test(type)) return <>{named(valuesOf(event))}</>;
  return <>{listed(changes.map(({ path }) => fieldName(path)))}</>;
};

const hasDetail = ({ event_type: type, changes }: Event): boolean =>
  SAYS_MORE.test(type) || ((NAMES_FIELDS.test(type) || NAMES_VALUES.test(type)) && changes.length > 0);

const Cause = ({ of: { cause, actor } }: { readonly of: Event }) => {
  if (cause === null) return null;
  const isUndo = actor.type !== 'system' || actor.id === 'cli';
  return (
    <a class="in-text" href={ofCause(cause.correlation_id)}>
      {t(isUndo ? 'undoes' : 'follows_from', { what: eventName(cause.event_type) })}
    </a>
  );
};

/** “Publication hidden · Notes on spouts”. */
export const What = ({ what, children }: { readonly what: string; readonly children?: ComponentChildren }) =>
  children === undefined ? (
    <>{what}</>
  ) : (
    <>
      <span class="muted">{what} ·</span> {children}
    </>
  );

type Props = {
  readonly event: Event;
  /** Replaces the name of the event, for example if there are several events. */
  readonly what?: string;
  readonly isFailed?: boolean;
  readonly hasByline?: boolean;
  /** Replaces the detail; null for none. */
  readonly more?: ComponentChildren;
  /** The subject, if the page does not show it already. */
  readonly children?: ComponentChildren;
};

export const EventLine = ({
  event,
  what = nameOf(event),
  isFailed = event.status === 'failed',
  hasByline = true,
  more = hasDetail(event) ? <Detail event={event} /> : null,
  children,
}: Props) => {
  const byline = hasByline && (
    <span class="breakable">
      <Icon name={actorIcon(event.actor)} size={13} />
      {actorAlone(event.actor)} · <Ago ms={event.occurred_at} />
    </span>
  );
  const details = [byline, event.cause !== null && <Cause of={event} />, more].filter(
    (detail) => detail !== false && detail !== null,
  );
  return (
    <p class="happening-text">
      <What what={what}>{children}</What> {isFailed && <Badge kind="danger">{t('failed')}</Badge>}
      <span class="happening-detail muted small">
        {details.map((detail, index) => (
          <span key={index}>
            {index > 0 && ' · '}
            {detail}
          </span>
        ))}
      </span>
    </p>
  );
};
