/** One debug line a batch that reached the rows, naming the correlations that it carried. */
import type { Log } from '../../commands/ports.ts';
import type { Projected } from '../../workers/projector/index.ts';

/** Catching up goes through all of history, which is not traced by correlation. */
export const logProjected =
  (log: Log) =>
  ({ projection, phase, events, ms }: Projected): void => {
    if (phase === 'filling') return;
    const correlationIds = [...new Set(events.map(({ metadata }) => metadata.correlationId))];
    log.debug({ projection, events: events.length, ms: Math.round(ms), correlationIds }, 'projected');
  };
