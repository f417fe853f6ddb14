/** Durable appends a second, one at a time and 64 at once, beside the bare engine doing the same writes. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Database from 'libsql';
import { openEmbeddedEventStore } from '../../infra/eventstore/embedded/index.ts';
import { SCHEMA } from '../../infra/eventstore/embedded/schema.ts';
import { newEvent } from '../support/new-event.ts';
import type { Bench } from './report.ts';

const APPENDS = 6_400;
const ROUNDS = 3;

const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

const perSecond = async (work: () => Promise<void> | void): Promise<number> => {
  const started = performance.now();
  await work();
  return APPENDS / ((performance.now() - started) / 1000);
};

/** The same rows in the same table with the same indexes, `together` of them in a transaction. */
const bare = (file: string, together: number): Promise<number> => {
  const db = new Database(file);
  db.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; ${SCHEMA}`);
  const insert = db.prepare(
    'INSERT INTO events (stream, revision, id, type, schema_version, metadata, data) VALUES (?, 0, ?, ?, 1, ?, ?)',
  );
  return perSecond(() => {
    for (let n = 0; n < APPENDS; n += together) {
      db.exec('BEGIN IMMEDIATE');
      for (let each = n; each < n + together; each += 1) {
        const { id, type, metadata, data } = newEvent(each);
        insert.run(`publication-org~10.5555/${each}`, id, type, JSON.stringify(metadata), JSON.stringify(data));
      }
      db.exec('COMMIT');
    }
  }).finally(() => db.close());
};

const ours = async (file: string, together: number): Promise<number> => {
  const store = await openEmbeddedEventStore({ file });
  try {
    return await perSecond(async () => {
      for (let n = 0; n < APPENDS; n += together)
        await Promise.all(
          Array.from({ length: together }, (_, each) =>
            store.append(`publication-org~10.5555/${n + each}`, [newEvent(n + each)], 'none'),
          ),
        );
    });
  } finally {
    await store.close();
  }
};

export const appends: Bench = async (report) => {
  const folder = await mkdtemp(path.join(tmpdir(), 'colophon-bench-'));
  try {
    for (const together of [1, 64]) {
      const figures = { bare: [] as number[], ours: [] as number[] };
      for (let round = 0; round < ROUNDS; round += 1) {
        figures.bare.push(await bare(path.join(folder, `bare-${together}-${round}.db`), together));
        figures.ours.push(await ours(path.join(folder, `ours-${together}-${round}.db`), together));
      }
      const baseline = { what: 'bare libsql', value: median(figures.bare) };
      report({
        bench: 'appends',
        what: `durable appends, ${together} at once`,
        value: median(figures.ours),
        unit: 'appends/s',
        baseline,
      });
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};
