/** The machine that a figure was measured on, without names of hosts or paths. */
import { readFileSync } from 'node:fs';
import { arch, availableParallelism, cpus, platform, totalmem } from 'node:os';
import Database from 'libsql';

export type Machine = {
  readonly processor: string;
  readonly cores: number;
  readonly memoryGib: number;
  readonly system: string;
  readonly node: string;
  readonly colophon: string;
  readonly libsql: string;
  readonly sqlite: string;
};

const GIB = 1024 ** 3;

const versionIn = (file: string): string => (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;

const sqliteVersion = (): string => {
  const db = new Database(':memory:');
  const [version] = db.prepare('SELECT sqlite_version()').raw().get() as [string];
  db.close();
  return version;
};

export const machine = (): Machine => ({
  processor: cpus()[0]?.model ?? 'unknown processor',
  cores: availableParallelism(),
  memoryGib: Math.round(totalmem() / GIB),
  system: `${platform()} ${arch()}`,
  node: process.versions.node,
  colophon: versionIn('package.json'),
  libsql: versionIn('node_modules/libsql/package.json'),
  sqlite: sqliteVersion(),
});
