/** What is appended to the log, what was refused because somebody was faster, and what failed. */
import type { Registry } from 'prom-client';
import { WrongExpectedRevision, type EventStore } from '../../../commands/ports.ts';
import { kindOf } from '../../../domain/stream-kinds.ts';
import { ANSWER_SECONDS, instrumentsOf, secondsSince } from './instruments.ts';

/** The same store, looked on at. */
export const appendsIn = (registry: Registry): ((store: EventStore) => EventStore) => {
  const { counter, gauge, histogram } = instrumentsOf(registry);
  const appends = counter('colophon_appends_total', 'Appends that the event store has confirmed.', 'kind');
  const appended = counter('colophon_events_appended_total', 'Events in those appends.', 'kind');
  const conflicts = counter(
    'colophon_append_conflicts_total',
    'Appends refused because the stream had moved on.',
    'kind',
  );
  const failures = counter(
    'colophon_append_failures_total',
    'Appends whose outcome is not known, or that failed.',
    'kind',
  );
  const underWay = gauge('colophon_appends_under_way', 'Appends that wait for the event store now.');
  const duration = histogram(
    'colophon_append_duration_seconds',
    'From an append to the answer of the event store, whatever it was.',
    ANSWER_SECONDS,
  );
  return (store) => ({
    ...store,
    append: async (stream, events, expected) => {
      const kind = kindOf(stream, events[0]?.metadata.workspace ?? '');
      const began = performance.now();
      underWay.inc();
      try {
        const done = await store.append(stream, events, expected);
        appends.inc({ kind });
        appended.inc({ kind }, events.length);
        return done;
      } catch (error) {
        (error instanceof WrongExpectedRevision ? conflicts : failures).inc({ kind });
        throw error;
      } finally {
        underWay.dec();
        duration.observe(secondsSince(began));
      }
    },
  });
};
