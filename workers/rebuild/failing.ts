/** Rows that have caught up but withhold what the serving ones do not: recorded, logged as an error, and left alone until an operator decides. */
import type { PoisonEvent } from '../projector/index.ts';
import { controlKeys, type Failure } from './controls.ts';
import type { RebuildDeps } from './deps.ts';

export const recordFailure = async (
  { state, clock, log }: Pick<RebuildDeps, 'state' | 'clock' | 'log'>,
  error: PoisonEvent,
): Promise<void> => {
  const { projection, event } = error;
  const failure: Failure = {
    message: error.message,
    event: { id: event.id, type: event.type, stream: event.stream, position: event.position },
    at: clock.now(),
  };
  log.error({ projection, ...failure, err: error }, 'rows have caught up but withhold what the serving ones do not');
  await state.put(controlKeys.failure(projection), failure);
};
