/** A page of publications, with what the providers said last of each. */
import { isDue } from '../../../domain/ingestion/schedule.ts';
import type { PublicationRow } from '../../../projections/catalogue/publications.ts';
import type { IngestionDeps } from '../deps.ts';
import { memoryOf, type AskedDoi } from '../memory.ts';
import { isKept } from '../record.ts';

export type Looked = {
  readonly row: PublicationRow;
  readonly asked: AskedDoi | null;
  /** Whether it is to be described, by the schedule or since the workspace lacks what was said last. */
  readonly isDue: boolean;
};

type Deps = Pick<IngestionDeps, 'state' | 'clock' | 'harvestIntervalMs'>;

/** Throws `Unavailable`. */
export const lookedUp = (deps: Deps, rows: readonly PublicationRow[]): Promise<readonly Looked[]> => {
  const memory = memoryOf(deps);
  return Promise.all(
    rows.map(async (row) => {
      const asked = await memory.doi(row.doi);
      const isScheduled = asked === null || isDue(asked, deps.clock.now(), deps.harvestIntervalMs);
      return { row, asked, isDue: isScheduled || (row.view !== null && !isKept(row.view.state, asked)) };
    }),
  );
};

/** When each of those that are not due was described, epoch ms, if Crossref did that. */
export const waitingIn = (page: readonly Looked[]): ReadonlyMap<string, number> =>
  new Map(
    page.flatMap(({ row: { doi, view }, asked, isDue }) =>
      view !== null && !isDue && asked?.by === 'crossref' ? [[doi, asked.askedAt]] : [],
    ),
  );
