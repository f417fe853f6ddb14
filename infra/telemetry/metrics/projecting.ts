/** What a projector does: whether it leads, and how fast it folds. */
import type { Registry } from 'prom-client';
import { ANSWER_SECONDS, instrumentsOf } from './instruments.ts';

export const projectingIn = (registry: Registry) => {
  const { counter, gauge, histogram } = instrumentsOf(registry);
  // Only a projector has it: elsewhere a 0 would say that one stands by.
  let leading: ReturnType<typeof gauge> | null = null;
  const events = counter('colophon_events_projected_total', 'Events that a projection has taken in.', 'projection');
  const duration = histogram(
    'colophon_projection_batch_duration_seconds',
    'Folding a batch, and writing it if the projection is live.',
    ANSWER_SECONDS,
    'projection',
  );
  return {
    leads: (isLeading: boolean): void => {
      leading ??= gauge('colophon_projector_leading', '1 while this projector leads, 0 while it stands by.');
      leading.set(isLeading ? 1 : 0);
    },
    batch: (projection: string, count: number, ms: number): void => {
      events.inc({ projection }, count);
      duration.observe({ projection }, ms / 1000);
    },
  };
};
