/** What is appended to the log, what was refused because somebody was faster, and what failed. */
import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import { WrongExpectedRevision, type EventStore } from '../../../commands/ports.ts';
import { kindOf } from '../../../commands/stream-kind.ts';
import { ANSWER_SECONDS, secondsSince } from './buckets.ts';

const instruments = (registry: Registry) => {
  const counter = (name: string, help: string) =>
    new Counter({ name, help, labelNames: ['kind'], registers: [registry] });
  return {
    appends: counter('colophon_appends_total', 'Appends that the event store has confirmed.'),
    appended: counter('colophon_events_appended_total', 'Events in those appends.'),
    conflicts: counter('colophon_append_conflicts_total', 'Appends refused because the stream had moved on.'),
    failures: counter('colophon_append_failures_total', 'Appends whose outcome is not known, or that failed.'),
    underWay: new Gauge({
      name: 'colophon_appends_under_way',
      help: 'Appends that wait for the event store now.',
      registers: [registry],
    }),
    duration: new Histogram({
      name: 'colophon_append_duration_seconds',
      help: 'From an append to the answer of the event store, whatever it was.',
      buckets: ANSWER_SECONDS,
      registers: [registry],
    }),
  };
};

/** The same store, looked on at. */
export const appendsIn = (registry: Registry): ((store: EventStore) => EventStore) => {
  const { appends, appended, conflicts, failures, underWay, duration } = instruments(registry);
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
