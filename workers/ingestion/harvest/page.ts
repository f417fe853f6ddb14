/** A page of publications with the latest check of each. */
import { isDue } from '../../../domain/ingestion/schedule.ts';
import type { PublicationRow } from '../../../projections/catalogue/publications.ts';
import type { IngestionDeps } from '../deps.ts';
import { memoryOf, type DoiCheck } from '../memory.ts';
import { isKept } from '../record.ts';

export type CheckedRow = {
  readonly row: PublicationRow;
  readonly check: DoiCheck | null;
  /** Whether to request its description: it is due, or the workspace lacks the latest record. */
  readonly isDue: boolean;
};

type Deps = Pick<IngestionDeps, 'state' | 'clock' | 'harvestIntervalMs'>;

/** Throws `Unavailable`. */
export const withChecks = (deps: Deps, rows: readonly PublicationRow[]): Promise<readonly CheckedRow[]> => {
  const memory = memoryOf(deps);
  return Promise.all(
    rows.map(async (row) => {
      const check = await memory.doi(row.doi);
      const isScheduled = check === null || isDue(check, deps.clock.now(), deps.harvestIntervalMs);
      return { row, check, isDue: isScheduled || (row.view !== null && !isKept(row.view.state, check)) };
    }),
  );
};

/** The publications that are not due and come from Crossref, with the time of their last request, epoch ms. */
export const describedByCrossref = (page: readonly CheckedRow[]): ReadonlyMap<string, number> =>
  new Map(
    page.flatMap(({ row: { doi, view }, check, isDue }) =>
      view !== null && !isDue && check?.by === 'crossref' ? [[doi, check.askedAt]] : [],
    ),
  );
