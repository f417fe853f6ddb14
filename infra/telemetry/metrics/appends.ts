/** Metrics of appends to the log: successes, conflicts and failures. */
import type { Registry } from 'prom-client';
import { WrongExpectedRevision, type EventStore } from '../../../commands/ports.ts';
import { kindOf } from '../../../domain/stream-kinds.ts';
import { ANSWER_SECONDS, instrumentsOf, secondsSince } from './instruments.ts';

export const appendsIn = (registry: Registry): ((store: EventStore) => EventStore) => {
  const { counter, gauge, histogram } = instrumentsOf(registry);
  const byKind = (name: string, help: string) => counter(name, help, 'kind');
  const appends = byKind('colophon_appends_total', 'Appends confirmed by the event store.');
  const appended = byKind('colophon_events_appended_total', 'Events in those appends.');
  const conflicts = byKind('colophon_append_conflicts_total', 'Appends rejected because the stream had changed.');
  const failures = byKind('colophon_append_failures_total', 'Appends that failed or whose outcome is unknown.');
  const underWay = gauge('colophon_appends_under_way', 'Appends waiting for the event store.');
  const duration = histogram(
    'colophon_append_duration_seconds',
    "Time from an append to the event store's answer, whether success or failure.",
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
