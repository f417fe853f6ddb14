/** The manifest of a backup: its files, their checksums, and what the log contains. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { lstat, open, readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { DATA_FORMAT, refusedFormat } from '../../../commands/data-format.ts';
import { Refused } from '../../../domain/errors.ts';
import type { Position } from '../../../domain/event.ts';
import type { Steps } from '../../interrupted.ts';
import { codeOf } from '../../error-code.ts';
import { whyUnusable } from '../../unusable.ts';
import type { Connection } from '../connection/database.ts';

const MANIFEST = 'manifest.json';
export const LOG_FILE = 'events.db';

/**
 * The files of a backup. State is copied first, so that the log positions in it (the progress of matching) are never ahead of
 * the log in the backup. Rows are left out, since they can be rebuilt and are several times as large.
 */
export const BACKED_UP = ['state.db', LOG_FILE] as const;

export type BackedUpFile = { readonly name: string; readonly bytes: number; readonly sha256: string };

export type Manifest = {
  readonly format: typeof DATA_FORMAT;
  /** The release that took it. */
  readonly colophon: string;
  /** Epoch ms: everything acknowledged before is included. */
  readonly takenAt: number;
  readonly log: { readonly events: number; readonly streams: number; readonly head: Position };
  readonly files: readonly BackedUpFile[];
};

export const manifestOf = (rest: Omit<Manifest, 'format'>): Manifest => ({ format: DATA_FORMAT, ...rest });

/** Reads the file once. */
export const fingerprint = async (file: string, steps: Steps, what: string): Promise<Omit<BackedUpFile, 'name'>> => {
  const { size } = await stat(file);
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const chunk of createReadStream(file, { highWaterMark: 1024 * 1024 })) {
    hash.update(chunk as Buffer);
    bytes += (chunk as Buffer).length;
    steps(what, bytes, size);
  }
  return { bytes, sha256: hash.digest('hex') };
};

/** Flushes a file, or a folder's entries, to disk, so it survives a power cut. */
export const settle = async (file: string): Promise<void> => {
  const handle = await open(file, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
};

export const writeManifest = async (folder: string, manifest: Manifest): Promise<void> => {
  const file = path.join(folder, MANIFEST);
  await writeFile(file, `${JSON.stringify(manifest, null, 2)}\n`);
  await settle(file);
};

const isCount = (value: unknown): boolean => Number.isSafeInteger(value) && (value as number) >= -1;

const isFile = (value: unknown): value is BackedUpFile => {
  const { name, bytes, sha256 } = (value ?? {}) as Partial<Record<keyof BackedUpFile, unknown>>;
  return BACKED_UP.some((known) => known === name) && isCount(bytes) && /^[0-9a-f]{64}$/u.test(String(sha256));
};

/** Restoring writes the named files to the data folder, so only known names are valid, each at most once, including the log. */
const areFiles = (value: unknown): value is readonly BackedUpFile[] => {
  if (!Array.isArray(value) || !value.every(isFile)) return false;
  const names = new Set(value.map(({ name }) => name));
  return names.size === value.length && names.has(LOG_FILE);
};

const isManifest = (value: unknown): value is Manifest => {
  const { files, log, takenAt } = (value ?? {}) as Partial<Record<keyof Manifest, unknown>>;
  const { events, streams, head } = (log ?? {}) as Partial<Record<keyof Manifest['log'], unknown>>;
  return areFiles(files) && [takenAt, events, streams, head].every(isCount);
};

/** Null for a file that is not there. Throws `Refused` for one that cannot be read. */
const orMissing =
  (file: string) =>
  (error: unknown): null => {
    if (codeOf(error) === 'ENOENT') return null;
    throw new Refused('conflict', 'unusable_folder', `${file} cannot be read: ${whyUnusable(error)}`);
  };

/** Throws `Refused` for a folder that is not a backup, or has another format. */
export const readManifest = async (folder: string): Promise<Manifest> => {
  const refuse = (why: string): Refused => new Refused('invalid', 'not_a_backup', `${folder} ${why}`);
  const file = path.join(folder, MANIFEST);
  const text = await readFile(file, 'utf8').catch(orMissing(file));
  if (text === null) throw refuse(`has no ${MANIFEST}: it is not a backup, or an incomplete one`);
  let value: unknown = null;
  try {
    value = JSON.parse(text);
  } catch {
    throw refuse(`has a damaged ${MANIFEST}`);
  }
  const { format } = (value ?? {}) as Partial<Record<keyof Manifest, unknown>>;
  if (typeof format === 'number' && format !== DATA_FORMAT) throw refusedFormat(folder, format);
  if (!isManifest(value))
    throw refuse(`has a damaged ${MANIFEST}: it must name ${BACKED_UP.join(' and ')}, each at most once`);
  return value;
};

/** Throws `Refused` at the first file that has changed since the manifest was written. */
export const verify = async (folder: string, { files }: Manifest, steps: Steps): Promise<void> => {
  for (const { name, bytes, sha256 } of files) {
    const file = path.join(folder, name);
    // A link might point to another file by the time it is copied.
    const there = await lstat(file).catch(orMissing(file));
    const found = there?.isFile() ? await fingerprint(file, steps, `checking ${name}`).catch(orMissing(file)) : null;
    if (found?.bytes !== bytes || found.sha256 !== sha256)
      throw new Refused(
        'conflict',
        'damaged_backup',
        `${path.join(folder, name)} is ${found === null ? 'missing' : 'damaged'}: nothing was restored from it`,
      );
  }
};

const SQL = 'SELECT count(*), count(DISTINCT stream), coalesce(max(position), -1) FROM events';

export const countsOf = (db: Connection): Manifest['log'] => {
  const [events, streams, head] = db.prepare(SQL).raw().get() as [number, number, number];
  return { events, streams, head };
};
