/** A filling that an event has stopped: on record with that event, loudly, and left alone until somebody says how to go on. */
import type { Clock, Log, StateStore } from '../../commands/ports.ts';
import type { PoisonEvent } from '../projector/index.ts';
import { orderKeys, type Failure } from './orders.ts';

export const recordFailure = async (
  { state, clock, log }: { readonly state: Pick<StateStore, 'put'>; readonly clock: Clock; readonly log: Log },
  error: PoisonEvent,
): Promise<void> => {
  const { projection, event } = error;
  const failure: Failure = {
    message: error.message,
    event: event === null ? null : { id: event.id, type: event.type, stream: event.stream, position: event.position },
    at: clock.now(),
  };
  log.error({ projection, ...failure, err: error }, 'making the rows of a projection has stopped at an event');
  await state.put(orderKeys.failure(projection), failure);
};
