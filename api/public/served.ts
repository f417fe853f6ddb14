/** What public routes serve from, and what version of it they serve. */
import { Unavailable } from '../../domain/errors.ts';
import { projectionKey, type Projection } from '../../projections/define.ts';
import type { ReadModels } from '../../projections/ports.ts';

export type Served = {
  readonly readModels: ReadModels;
  /** Of the rows behind the answers; throws `Unavailable` while a new version of them is still being filled. */
  readonly version: () => Promise<string>;
};

export const servedFrom = (readModels: ReadModels, projection: Projection): Served => {
  const key = projectionKey(projection);
  return {
    readModels,
    version: async () => {
      const checkpoint = await readModels.checkpoint(key);
      if (checkpoint?.phase !== 'live') throw new Unavailable('catalogue', 'its rows are being built');
      return String(checkpoint.position);
    },
  };
};
