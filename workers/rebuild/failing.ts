/** Rows that have caught up but withhold what the serving ones do not: recorded, logged as an error, and left alone until an operator decides. */
import { isGenerationOf } from '../../projections/generations.ts';
import type { PoisonEvent } from '../projector/index.ts';
import { controlKeys, readControls, type Failure } from './controls.ts';
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

/** Has generations of these projections that had to be left alone tried again. */
export const clearFailures = async (deps: Pick<RebuildDeps, 'state' | 'projections'>): Promise<void> => {
  const { state, projections } = deps;
  for (const key of (await readControls(state)).failures.keys())
    if (projections.some((projection) => isGenerationOf(projection, key))) await state.remove(controlKeys.failure(key));
};
