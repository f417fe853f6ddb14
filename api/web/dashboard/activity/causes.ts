/** Groups the events of a page: by cause into entries, and entries by day. */
import { groupedBy } from '../../../../domain/grouped.ts';
import type { Event } from '../../client/generated/operations.ts';

export type Entry = {
  /** The correlation id. */
  readonly id: string;
  /** Newest first; at least one. */
  readonly events: readonly [Event, ...Event[]];
};

/** Ordered by the newest event of each. */
export const causesIn = (events: readonly Event[]): readonly Entry[] =>
  [...groupedBy(events, ({ correlation_id: cause }) => cause)].map(([id, ofCause]) => ({ id, events: ofCause }));

export const eachAlone = (events: readonly Event[]): readonly Entry[] =>
  events.map((event) => ({ id: event.correlation_id, events: [event] }));

/** The types with their counts, most frequent first. */
export const typesIn = (events: readonly Event[]) =>
  [...groupedBy(events, ({ event_type: type }) => type)]
    .map(([type, { length: count }]) => ({ type, count }))
    .sort((one, other) => other.count - one.count);

export const subjectsIn = (events: readonly Event[]): readonly Event['subject'][] => [
  ...new Map(events.map(({ subject }) => [`${subject.type} ${subject.id}`, subject])).values(),
];

const timeOf = ({ events: [newest] }: Entry): number => newest.occurred_at;

/** By day, in the reader's time zone. */
export const daysIn = (entries: readonly Entry[]) =>
  [...groupedBy(entries, (entry) => new Date(timeOf(entry)).toDateString())].map(([key, ofDay]) => ({
    key,
    at: timeOf(ofDay[0]),
    entries: ofDay,
  }));
