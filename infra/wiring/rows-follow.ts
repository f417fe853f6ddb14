/** Waiting until the rows show all that the log holds now. */
import { Unavailable } from '../../domain/errors.ts';
import { BEGINNING } from '../../domain/event.ts';
import { allProjections } from '../../projections/all.ts';
import { waitForPosition } from '../../projections/queries/position.ts';
import type { Stores } from './stores.ts';

/** The rows follow within milliseconds; a projector that is being started, or makes them from the beginning, takes longer. */
const WITHIN_MS = 60_000;

/** False if they have not followed in time, or the signal ended the wait. */
export const rowsFollow = async (
  { events, readModels }: Pick<Stores, 'events' | 'readModels'>,
  signal: AbortSignal,
): Promise<boolean> =>
  waitForPosition(readModels, allProjections, await events.head(), { timeoutMs: WITHIN_MS, signal });

/** What a first start, and an operator's first commands, write. More is no fresh installation, and may take long to fold. */
const FRESH_EVENTS = 100;

const isFresh = async ({ events }: Pick<Stores, 'events'>): Promise<boolean> => {
  let count = 0;
  for await (const { position } of events.readAll({ limit: FRESH_EVENTS + 1, withData: false }))
    if (position > BEGINNING) count += 1;
  return count <= FRESH_EVENTS;
};

/** A fresh installation is served once its first rows are there: what answers `/health` then answers the rest too. To be called where a projector runs besides; resolves at once for a log that is no longer fresh. */
export const awaitFirstRows = async (
  stores: Pick<Stores, 'events' | 'readModels'>,
  signal: AbortSignal,
): Promise<void> => {
  try {
    if (await isFresh(stores)) await rowsFollow(stores, signal);
  } catch (error) {
    // A store that goes away meanwhile is away for requests too, which say so.
    if (!(error instanceof Unavailable)) throw error;
  }
};
