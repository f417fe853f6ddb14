/** Iterates over the rows of one phase of a run, page by page. */
import type { Findings } from './findings.ts';
import type { Progress } from './progress.ts';

export type Pages<Row> = {
  /** Rows per page, which are checked concurrently. */
  readonly atOnce: number;
  /** The rows after the given one; null = from the first. */
  readonly page: (place: { readonly after: string | null; readonly limit: number }) => Promise<readonly Row[]>;
  readonly check: (rows: readonly Row[]) => Promise<void>;
};

/** Starts at the run's saved position. False if the run ended before the last row. */
export const walk = async <Row extends { readonly id: string }>(
  { atOnce, page, check }: Pages<Row>,
  progress: Progress,
  findings: Pick<Findings, 'isOver' | 'hasRoomFor'>,
): Promise<boolean> => {
  for (let { after } = progress.now(); ;) {
    const rows = await page({ after, limit: atOnce });
    await check(rows);
    if (findings.isOver()) return false;
    if (rows.length < atOnce) return true;
    after = rows.at(-1)?.id ?? null;
    if (!findings.hasRoomFor(atOnce)) await progress.save({ after });
  }
};
