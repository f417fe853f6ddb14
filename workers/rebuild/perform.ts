/** Performs what `nextActions` has decided. */
import { projectionKey } from '../../projections/define.ts';
import { switchReaders } from '../../projections/generations.ts';
import { controlKeys } from './controls.ts';
import type { RebuildDeps } from './deps.ts';
import type { Action } from './action.ts';
import { dropGeneration, register, retire } from './registry.ts';

type PerformDeps = Pick<RebuildDeps, 'readModels' | 'state' | 'log'>;

/** Safe to repeat after an interruption. `now`: when it was decided, epoch milliseconds. Throws `Unavailable`. */
export const perform = async ({ readModels, state, log }: PerformDeps, action: Action, now: number): Promise<void> => {
  switch (action.type) {
    case 'switchReaders': {
      const { projection, generation } = action;
      await switchReaders(readModels, projection, generation);
      log.info({ projection: projectionKey(projection), generation }, 'rebuilt rows are now served');
      return;
    }
    case 'endRebuild':
      await state.remove(action.record.key, action.record.version);
      return;
    case 'register':
      await register(readModels, action.projection);
      return;
    case 'retire':
      await retire(readModels, action.entry, now);
      return;
    case 'drop': {
      const { entry } = action;
      await dropGeneration(readModels, entry);
      await state.remove(controlKeys.drop(entry.key));
      log.info({ projection: entry.key }, 'old rows were dropped');
    }
  }
};
