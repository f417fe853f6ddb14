/** Waits until the read models have caught up with the current end of the log. */
import { Unavailable } from '../../domain/errors.ts';
import { BEGINNING } from '../../domain/event.ts';
import { allProjections } from '../../projections/all.ts';
import type { Projection } from '../../projections/define.ts';
import { waitForPosition } from '../../projections/queries/position.ts';
import type { Stores } from './stores.ts';

/** Projections usually lag by milliseconds; a projector that is starting or rebuilding takes longer. */
const WITHIN_MS = 60_000;

/** False on timeout, or if the signal ended the wait. */
export const waitForRows = async (
  { events, readModels }: Pick<Stores, 'events' | 'readModels'>,
  signal: AbortSignal,
  projections: readonly Projection[] = allProjections,
): Promise<boolean> => waitForPosition(readModels, projections, await events.head(), { timeoutMs: WITHIN_MS, signal });

/** More than a first start and an operator's first commands write: a longer log is not fresh and may take long to fold. */
const FRESH_EVENTS = 100;

const isFresh = async ({ events }: Pick<Stores, 'events'>): Promise<boolean> => {
  let count = 0;
  for await (const { position } of events.readAll({ limit: FRESH_EVENTS + 1, withData: false }))
    if (position > BEGINNING) count += 1;
  return count <= FRESH_EVENTS;
};

/** Lets a fresh installation's requests succeed as soon as `/health` does. Requires a projector in this process. */
export const awaitFirstRows = async (
  stores: Pick<Stores, 'events' | 'readModels'>,
  signal: AbortSignal,
): Promise<void> => {
  try {
    if (await isFresh(stores)) await waitForRows(stores, signal);
  } catch (error) {
    // If a store becomes unavailable, requests will report it.
    if (!(error instanceof Unavailable)) throw error;
  }
};
