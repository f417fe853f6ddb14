/** What a projector does: whether it leads, and how fast it folds. */
import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import { ANSWER_SECONDS } from './buckets.ts';

export type Projecting = {
  leads(isLeading: boolean): void;
  batch(projection: string, events: number, ms: number): void;
};

export const projectingIn = (registry: Registry): Projecting => {
  // Only a projector has it: elsewhere a 0 would say that one stands by.
  let leading: Gauge | null = null;
  const events = new Counter({
    name: 'colophon_events_projected_total',
    help: 'Events that a projection has taken in.',
    labelNames: ['projection'],
    registers: [registry],
  });
  const duration = new Histogram({
    name: 'colophon_projection_batch_duration_seconds',
    help: 'Folding a batch, and writing it if the projection is live.',
    labelNames: ['projection'],
    buckets: ANSWER_SECONDS,
    registers: [registry],
  });
  return {
    leads: (isLeading) => {
      leading ??= new Gauge({
        name: 'colophon_projector_leading',
        help: '1 while this projector leads, 0 while it stands by.',
        registers: [registry],
      });
      leading.set(isLeading ? 1 : 0);
    },
    batch: (projection, count, ms) => {
      events.inc({ projection }, count);
      duration.observe({ projection }, ms / 1000);
    },
  };
};
