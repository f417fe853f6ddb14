/** What public routes serve from, and what version of it they serve. */
import { Unavailable } from '../../domain/errors.ts';
import type { Position } from '../../domain/event.ts';
import { projectionKey, type Projection } from '../../projections/define.ts';
import { rowsVersion } from '../../projections/generations.ts';
import type { Checkpoint, ReadModels } from '../../projections/ports.ts';

export type Serving = {
  readonly readModels: ReadModels;
  /** `{base_url}`, without a slash at its end. */
  readonly url: string;
};

export type Served = Serving & {
  /** Of the rows behind the answers; throws `Unavailable` while a new version of them is still being filled. */
  readonly version: () => Promise<string>;
  /** Up to where in the log the rows show everything. Throws `Unavailable` like `version`. */
  readonly position: () => Promise<Position>;
};

export const servedFrom = (serving: Serving, projection: Projection): Served => {
  const key = projectionKey(projection);
  const live = async (): Promise<Checkpoint> => {
    const checkpoint = await serving.readModels.checkpoint(key);
    if (checkpoint?.phase !== 'live') throw new Unavailable('catalogue', 'its rows are being built');
    return checkpoint;
  };
  return {
    readModels: serving.readModels,
    get url() {
      return serving.url;
    },
    position: async () => (await live()).position,
    version: async () => rowsVersion(await live()),
  };
};
