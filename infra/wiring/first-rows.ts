/** A fresh installation is served once its first rows are there: what answers `/health` then answers the rest too. */
import { BEGINNING } from '../../domain/event.ts';
import { rowsFollow } from './rows-follow.ts';
import type { Stores } from './stores.ts';

/** What a first start, and an operator's first commands, write. More is no fresh installation, and may take long to fold. */
const FRESH_EVENTS = 100;

const isFresh = async ({ events }: Pick<Stores, 'events'>): Promise<boolean> => {
  let count = 0;
  for await (const { position } of events.readAll({ limit: FRESH_EVENTS + 1, withData: false }))
    if (position > BEGINNING) count += 1;
  return count <= FRESH_EVENTS;
};

/** To be called where a projector runs besides; resolves at once for a log that is no longer fresh. */
export const awaitFirstRows = async (
  stores: Pick<Stores, 'events' | 'readModels'>,
  signal: AbortSignal,
): Promise<void> => {
  if (await isFresh(stores)) await rowsFollow(stores, signal);
};
