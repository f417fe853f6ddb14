/** An event in a list: what happened to what, who did it and when. */
import type { ComponentChildren } from 'preact';
import type { Event } from '../../client/generated/operations.ts';
import { Icon } from '../../parts/icon.tsx';
import { Badge } from '../../parts/states.tsx';
import { Ago } from '../../parts/time.tsx';
import { actorAlone, actorIcon } from './actor.tsx';
import { eventName, fieldName } from './naming.ts';
import { words as t } from './words.ts';

const FIELDS_SHOWN = 3;

/** Their changes do not say it all; the summary does, in English only. */
const SAYS_MORE = /^(?:Ingestion|DoiImported|Retraction|DataReset|StuckJobs|OriginCheckFailed)/u;
/** Only these list their fields: additions have all of them, and hiding changes nothing else. */
const NAMES_FIELDS = /(?:Edited|Refreshed|Revised)$/u;

const fieldsOf = ({ changes }: Event): string => {
  const names = [...new Set(changes.map(({ path }) => fieldName(path)))];
  const more = names.length - FIELDS_SHOWN;
  const shown = names.slice(0, FIELDS_SHOWN).join(', ');
  return more > 0 ? `${shown} ${t('and_more', { count: more })}` : shown;
};

const detailOf = (event: Event): ComponentChildren => {
  const { event_type: type, summary, changes } = event;
  if (SAYS_MORE.test(type)) return <span lang="en">{summary}</span>;
  return NAMES_FIELDS.test(type) && changes.length > 0 ? fieldsOf(event) : null;
};

type WhatProps = { readonly what: string; readonly children?: ComponentChildren };

/** “Publication hidden · Notes on spouts”. */
export const What = ({ what, children }: WhatProps) =>
  children === undefined ? (
    <>{what}</>
  ) : (
    <>
      <span class="muted">{what} ·</span> {children}
    </>
  );

type Props = {
  readonly event: Event;
  /** Replaces the name of the event, such as for several events. */
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
  what = eventName(event.event_type),
  isFailed = event.status === 'failed',
  hasByline = true,
  more = detailOf(event),
  children,
}: Props) => (
  <p class="happening-text">
    <What what={what}>{children}</What> {isFailed && <Badge kind="danger">{t('failed')}</Badge>}
    <span class="happening-detail muted small">
      {hasByline && (
        <span class="breakable">
          <Icon name={actorIcon(event.actor)} size={13} />
          {actorAlone(event.actor)} · <Ago ms={event.occurred_at} />
        </span>
      )}
      {hasByline && more !== null && ' · '}
      {more}
    </span>
  </p>
);
