/** Which job a worker tries next: those of dead workers, due retries and new jobs take turns; among new jobs, workspaces do. */
import { rowId } from '../../projections/ids.ts';
import type { IngestionRow } from '../../projections/ingestions.ts';
import {
  dueRetries,
  newJobAfter,
  quietJobs,
  selectedJobs,
  type SelectedJobs,
} from '../../projections/queries/ingestions.ts';
import type { IngestionDeps } from './ports.ts';

type Rows = AsyncGenerator<IngestionRow, void>;

const ROWS_PER_ROUND = 50;
/** A job whose row has just changed is still held by its worker. */
const QUIET_MS = 2_000;

/** The result yields one round's candidates, and remembers whose turn is next. `only`: these jobs; default all. */
export const candidatesInTurn = (
  { readModels, clock }: Pick<IngestionDeps, 'readModels' | 'clock'>,
  only: SelectedJobs | undefined,
  isPassedOver: (row: IngestionRow) => boolean,
): (() => Rows) => {
  let turn = 0;
  /** The place among new jobs. */
  let after: string | null = null;

  const listed = async function* (list: () => Promise<readonly IngestionRow[]>): Rows {
    for (const row of await list()) if (!isPassedOver(row)) yield row;
  };

  /** From the workspace after the last one served to the last, then from the first, until none is left. */
  const newJobs = async function* (): Rows {
    for (let isFromFirst = after === null; ;) {
      const row: IngestionRow | null = await newJobAfter(readModels, after);
      if (row === null) {
        if (isFromFirst) return;
        [isFromFirst, after] = [true, null];
      } else if (isPassedOver(row)) {
        after = row.id;
      } else {
        // `~` sorts after every iD.
        [isFromFirst, after] = [false, rowId(row.workspace, '~')];
        yield row;
      }
    }
  };

  return async function* () {
    const [now, limit] = [clock.now(), ROWS_PER_ROUND];
    // A caller waits for selected jobs, so they are not queued behind others.
    const sources =
      only === undefined
        ? [
            listed(() => quietJobs(readModels, { now, before: now - QUIET_MS, limit })),
            listed(() => dueRetries(readModels, { now, limit })),
            newJobs(),
          ]
        : [listed(() => selectedJobs(readModels, only, now))];
    for (let empty = 0; empty < sources.length;) {
      const row = (await sources[turn % sources.length]?.next())?.value;
      turn += 1;
      empty = row === undefined ? empty + 1 : 0;
      if (row !== undefined) yield row;
    }
  };
};
