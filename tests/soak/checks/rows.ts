/** The active rows must equal those of a rebuild: every projection is verified, as `colophon projections verify` does. */
import type { Stores } from '../../../infra/wiring/stores.ts';
import { randomIds } from '../../../infra/system.ts';
import { allProjections } from '../../../projections/all.ts';
import { verifyProjection } from '../../../workers/rebuild/verify.ts';
import { silent } from '../../support/installation.ts';
import type { Findings } from '../findings.ts';

const MOST_NAMED = 5;

/** The number of rows compared. */
export const checkRows = async (stores: Stores, { add }: Findings): Promise<number> => {
  const { events, rawReadModels: readModels, state } = stores;
  const deps = { events, readModels, state, log: silent, holder: randomIds.next() };
  const { signal } = new AbortController();
  let compared = 0;
  for (const projection of allProjections)
    try {
      const { name, rows, differences } = await verifyProjection(deps, projection, () => undefined, signal);
      compared += rows;
      for (const { collection, id, kind } of differences.slice(0, MOST_NAMED))
        add(`${name} differs from a rebuild: ${id} of ${collection} ${kind}, one of ${differences.length}`);
    } catch (error) {
      add(`${projection.name} could not be verified: ${String(error)}`);
    }
  return compared;
};
