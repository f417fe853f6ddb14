/** Groups the events of a page: by cause into entries, and entries by day. */
import type { Event } from '../../client/generated/operations.ts';

export type Entry = {
  /** The cause. */
  readonly id: string;
  /** Newest first; at least one. */
  readonly events: readonly [Event, ...Event[]];
};

/** Ordered by the newest event of each. */
export const causesIn = (events: readonly Event[]): readonly Entry[] => {
  const entries = new Map<string, [Event, ...Event[]]>();
  for (const event of events) {
    const known = entries.get(event.correlation_id);
    if (known === undefined) entries.set(event.correlation_id, [event]);
    else known.push(event);
  }
  return [...entries].map(([id, ofCause]) => ({ id, events: ofCause }));
};

/** One entry for each event. */
export const eachAlone = (events: readonly Event[]): readonly Entry[] =>
  events.map((event) => ({ id: event.correlation_id, events: [event] }));

/** The types with their counts, most frequent first. */
export const typesIn = (events: readonly Event[]) => {
  const counts = new Map<string, number>();
  for (const { event_type: type } of events) counts.set(type, (counts.get(type) ?? 0) + 1);
  return [...counts].map(([type, count]) => ({ type, count })).sort((one, other) => other.count - one.count);
};

/** The distinct subjects. */
export const subjectsIn = (events: readonly Event[]): readonly Event['subject'][] => [
  ...new Map(events.map(({ subject }) => [`${subject.type} ${subject.id}`, subject])).values(),
];

/** By day, in the reader's time zone. */
export const daysIn = (entries: readonly Entry[]) => {
  const days = new Map<string, { readonly at: number; readonly entries: Entry[] }>();
  for (const entry of entries) {
    const at = entry.events[0].occurred_at;
    const key = new Date(at).toDateString();
    const day = days.get(key);
    if (day === undefined) days.set(key, { at, entries: [entry] });
    else day.entries.push(entry);
  }
  return [...days].map(([key, day]) => ({ key, ...day }));
};
