/** The lag of matching behind the log. */
import type { Clock, EventStore, StateStore } from '../../commands/ports.ts';
import { lagAfter } from '../projector/index.ts';
import { matchedUpTo } from './checkpoint.ts';

/** Measured from the oldest unprocessed event; later ones may already be processed. Throws `Unavailable`. */
export const matchingLag = async (deps: {
  readonly events: Pick<EventStore, 'head' | 'readAll'>;
  readonly state: Pick<StateStore, 'get'>;
  readonly clock: Clock;
}) => {
  const [position, head] = await Promise.all([matchedUpTo(deps.state), deps.events.head()]);
  return { position, head, ...(await lagAfter(deps, position, head)) };
};
