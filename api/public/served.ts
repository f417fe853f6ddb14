/** The rows that public routes serve, with their version and position. */
import { oncePerTurn } from '../../commands/turns.ts';
import type { Position } from '../../domain/event.ts';
import type { Projection } from '../../projections/define.ts';
import { rowsVersion } from '../../projections/generations.ts';
import type { ReadModels } from '../../projections/ports.ts';
import type { StyledCitations } from '../http/ports.ts';
import { liveCheckpoint } from '../../projections/queries/position.ts';

export type Serving = {
  readonly readModels: ReadModels;
  /** `{base_url}`, without a trailing slash. */
  readonly url: string;
  readonly citations: StyledCitations;
};

export type Served = Serving & {
  /** Version of the rows; throws `Unavailable` while a new version is still being filled. */
  readonly version: () => Promise<string>;
  /** Position in the log up to which the rows are complete. Throws `Unavailable` like `version`. */
  readonly position: () => Promise<Position>;
};

export const servedFrom = (serving: Serving, projection: Projection): Served => {
  const live = oncePerTurn(() => liveCheckpoint(serving.readModels, projection, 'catalogue'));
  return {
    readModels: serving.readModels,
    citations: serving.citations,
    get url() {
      return serving.url;
    },
    position: async () => (await live()).position,
    version: async () => rowsVersion(await live()),
  };
};
