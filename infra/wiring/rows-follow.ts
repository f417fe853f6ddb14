/** Waiting until the rows show all that the log holds now. */
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
