/** Goes through the rows of one phase of a run, page by page. */
import type { Findings } from './findings.ts';
import type { Progress } from './progress.ts';

export type Pages<Row> = {
  /** Rows looked at together. */
  readonly atOnce: number;
  /** The rows after one; null = from the first. */
  readonly page: (place: { readonly after: string | null; readonly limit: number }) => Promise<readonly Row[]>;
  readonly lookAt: (rows: readonly Row[]) => Promise<void>;
};

/** From where the run has come. False if it was over before the last row. */
export const walk = async <Row extends { readonly id: string }>(
  { atOnce, page, lookAt }: Pages<Row>,
  progress: Progress,
  findings: Pick<Findings, 'isOver' | 'hasRoomFor'>,
): Promise<boolean> => {
  for (let { after } = progress.now(); ;) {
    const rows = await page({ after, limit: atOnce });
    await lookAt(rows);
    if (findings.isOver()) return false;
    if (rows.length < atOnce) return true;
    after = rows.at(-1)?.id ?? null;
    if (!findings.hasRoomFor(atOnce)) await progress.save({ after });
  }
};
