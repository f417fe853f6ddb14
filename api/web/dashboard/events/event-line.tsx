/** An event in a list: what happened to what, who did it and when. */
import type { ComponentChildren } from 'preact';
import { tokensOf } from '../../../../domain/changes/change.ts';
import { PROVIDER_NAMES } from '../../../../domain/publication/provider-names.ts';
import type { Event } from '../../client/generated/operations.ts';
import { Icon } from '../../parts/icon.tsx';
import { Badge } from '../../parts/states.tsx';
import { Ago } from '../../parts/time.tsx';
import { valueText } from '../value-text.ts';
import { actorAlone, actorIcon, actorName, isReader } from './actor.tsx';
import { words as t } from './generated/words.ts';
import { eventName, fieldName, nameOf } from './naming.ts';
import { useNames } from './people.tsx';
import { ofCause } from './timeline.ts';

const SHOWN = 3;

/** Events whose changes name who was linked, or what was identified or noticed. */
const NAMES_VALUES =
  /^(?:Author(?:Linked|Unlinked|Listed)|Attention|Identifier|Retraction|Publication(?:Identified|Join|KeptApart|Separated|Superseded))/u;
/** Only these list their fields: additions have all of them, and hiding changes nothing else. */
const NAMES_FIELDS = /(?:Edited|Refreshed|Revised)$/u;
/** Their changes say how it went: only these of them, since a status says nothing that the name does not. */
const SAYS_HOW = /^(?:Ingestion|DoiImported|DataReset|StuckJobs)/u;
const HOW: ReadonlySet<string> = new Set([
  ...['/error', '/counts', '/lost_works', '/outcome', '/publications', '/works', '/stuck_jobs'],
]);

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

const OUTCOMES = {
  created: 'imported_created',
  refreshed: 'imported_refreshed',
  unchanged: 'imported_unchanged',
} as const;

const howOf = ({ path, before, after }: Event['changes'][number]): string => {
  const [field = ''] = tokensOf(path);
  if (field === 'lost_works') return t('lost_works', { count: Number(after) });
  if (field === 'outcome') return t(OUTCOMES[after as keyof typeof OUTCOMES] ?? 'imported_unchanged');
  if (field === 'error' || field === 'counts') return valueText(after, field) ?? '';
  return t('was', { name: fieldName(path), value: valueText(before, field) ?? '' });
};

const whatChanged = (event: Event): string => {
  const { event_type: type, changes } = event;
  if (SAYS_HOW.test(type))
    return changes
      .filter(({ path }) => HOW.has(path))
      .map(howOf)
      .join('; ');
  if (NAMES_VALUES.test(type)) return valuesOf(event);
  return NAMES_FIELDS.test(type) ? listed(changes.map(({ path }) => fieldName(path))) : '';
};

/** Beside the name of its type: what changed, from whom, and on what evidence. */
const detailsOf = (event: Event): readonly string[] =>
  [
    whatChanged(event),
    event.provider === null ? '' : t('from_provider', { provider: PROVIDER_NAMES[event.provider] }),
    ...event.evidence.map((basis) => t(`by_${basis}`)),
  ].filter(Boolean);

const Details = ({ event }: { readonly event: Event }) => <>{useNames()(detailsOf(event).join(' · '))}</>;

const Undone = ({ by: { actor, at, correlation_id: cause } }: { readonly by: NonNullable<Event['undone']> }) => (
  <a class="in-text" href={ofCause(cause)}>
    {isReader(actor) ? t('undone_by_you') : t('undone_by', { name: actorName(actor) })} · <Ago ms={at} />
  </a>
);

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
  more = detailsOf(event).length > 0 ? <Details event={event} /> : null,
  children,
}: Props) => {
  const byline = hasByline && (
    <span class="breakable">
      <Icon name={actorIcon(event.actor)} size={13} />
      {actorAlone(event.actor)} · <Ago ms={event.occurred_at} />
    </span>
  );
  const details = [
    byline,
    event.undone !== null && <Undone by={event.undone} />,
    event.cause !== null && <Cause of={event} />,
    more,
  ].filter((detail) => detail !== false && detail !== null);
  return (
    <p class="happening-text">
      <What what={what}>{children}</What> {isFailed && <Badge kind="danger">{t('failed')}</Badge>}
      {event.undone !== null && <Badge icon="undo-2">{t('undone')}</Badge>}
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
