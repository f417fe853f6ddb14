/** Metrics of a projector: whether it leads, and how fast it folds. */
import type { Registry } from 'prom-client';
import { ANSWER_SECONDS, instrumentsOf } from './instruments.ts';

export const projectingIn = (registry: Registry) => {
  const { counter, gauge, histogram } = instrumentsOf(registry);
  // Created only in projectors: elsewhere a 0 would suggest a standby projector.
  let leading: ReturnType<typeof gauge> | null = null;
  const events = counter('colophon_events_projected_total', 'Events processed by a projection.', 'projection');
  const duration = histogram(
    'colophon_projection_batch_duration_seconds',
    'Time to fold a batch and, if the projection is live, to write it.',
    ANSWER_SECONDS,
    'projection',
  );
  return {
    leads: (isLeading: boolean): void => {
      leading ??= gauge('colophon_projector_leading', '1 while this projector leads, 0 while it is on standby.');
      leading.set(isLeading ? 1 : 0);
    },
    batch: (projection: string, count: number, ms: number): void => {
      events.inc({ projection }, count);
      duration.observe({ projection }, ms / 1000);
    },
  };
};
