/** Building the rows of a release by several processes at once. */
import { execFile } from 'node:child_process';
import { copyFile, rm } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { BUILT } from '../support/built.ts';
import type { Bench } from './report.ts';
import { logOf } from './support/installations.ts';
import { progress } from './support/progress.ts';
import { freshFolder } from './support/run-folder.ts';
import { elapsed } from './support/timing.ts';

const PROCESSES = [1, 2, 4] as const;
const SECOND_MS = 1_000;

const run = promisify(execFile);

const prepare = async (dataDir: string, ...options: readonly string[]): Promise<void> => {
  const env = { PATH: process.env['PATH'], DATA_DIR: dataDir, LOG_LEVEL: 'error' };
  await run(process.execPath, [BUILT, 'projections', 'prepare', '--json', ...options], { env });
};

export const inParts: Bench = {
  about: `All rows of a log of this many events over the embedded stores, as \`colophon projections prepare --processes N\` builds them: the parts, whose
processes fold concurrently and write to one file in turn; then the work of a single process: indexes, derived rows and counts. Starting
the processes is included. Each process needs a core, and MongoDB accepts concurrent writes where a file does not.`,
  sizes: { of: 'events', each: [100_000, 1_000_000] },
  measure: async (report, size) => {
    const log = await logOf(size);
    let [alone, finishing]: [number, number[]] = [NaN, []];
    for (const of of PROCESSES) {
      progress(`making rows with ${of} processes`);
      const folder = await freshFolder('in-parts');
      await copyFile(log, path.join(folder, 'events.db'));
      const parts = Array.from({ length: of }, (_, n) => `${n + 1}/${of}`);
      const ms = await elapsed(() => Promise.all(parts.map((part) => prepare(folder, '--part', part))));
      finishing = [...finishing, await elapsed(() => prepare(folder))];
      if (of === 1) alone = ms;
      report({
        what: `the parts of ${of} ${of === 1 ? 'process' : 'processes'}`,
        value: (size / ms) * SECOND_MS,
        unit: 'events/s',
        baseline: { what: 'of one process', value: (size / alone) * SECOND_MS },
        note: `${availableParallelism()} cores`,
      });
      await rm(folder, { recursive: true, force: true });
    }
    report({ what: 'indexes, derived rows and counts', value: Math.min(...finishing) / SECOND_MS, unit: 's' });
  },
};
