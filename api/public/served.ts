/** What public routes serve from, and what version of it they serve. */
import type { Position } from '../../domain/event.ts';
import type { Projection } from '../../projections/define.ts';
import { rowsVersion } from '../../projections/generations.ts';
import type { Checkpoint, ReadModels } from '../../projections/ports.ts';
import { liveCheckpoint } from '../../projections/queries/position.ts';

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
  const live = (): Promise<Checkpoint> => liveCheckpoint(serving.readModels, projection, 'catalogue');
  return {
    readModels: serving.readModels,
    get url() {
      return serving.url;
    },
    position: async () => (await live()).position,
    version: async () => rowsVersion(await live()),
  };
};
