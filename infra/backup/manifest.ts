/** What a backup says of itself: which files it has, what must be in them, and how far the log had come. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Refused } from '../../domain/errors.ts';
import type { Position } from '../../domain/event.ts';
import type { Steps } from '../../workers/cli/ports.ts';

export const MANIFEST = 'manifest.json';
const FORMAT = 1;

export type BackedUpFile = { readonly name: string; readonly bytes: number; readonly sha256: string };

export type Manifest = {
  readonly format: typeof FORMAT;
  /** The release that made it. */
  readonly colophon: string;
  /** Epoch ms: everything that was acknowledged before is in it. */
  readonly takenAt: number;
  readonly log: { readonly events: number; readonly streams: number; readonly head: Position };
  readonly files: readonly BackedUpFile[];
};

export const manifestOf = (rest: Omit<Manifest, 'format'>): Manifest => ({ format: FORMAT, ...rest });

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

/** Makes what was written to a file, or to a folder's list of names, survive a power cut. */
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

const isManifest = (value: unknown): value is Manifest =>
  typeof value === 'object' && value !== null && 'format' in value && 'files' in value && Array.isArray(value.files);

/** Throws `Refused` for a folder that is no backup, or is one of a later release. */
export const readManifest = async (folder: string): Promise<Manifest> => {
  const refuse = (why: string): Refused => new Refused('invalid', 'not_a_backup', `${folder} ${why}`);
  const text = await readFile(path.join(folder, MANIFEST), 'utf8').catch(() => null);
  if (text === null) throw refuse(`has no ${MANIFEST}: it is no backup, or one that was cut off`);
  let value: unknown = null;
  try {
    value = JSON.parse(text);
  } catch {
    throw refuse(`has a damaged ${MANIFEST}`);
  }
  if (!isManifest(value)) throw refuse(`has a damaged ${MANIFEST}`);
  if (value.format !== FORMAT) throw refuse(`was made by another release (${String(value.colophon)})`);
  return value;
};

/** Throws `Refused` at the first file that is not as it was when the manifest was written. */
export const verify = async (folder: string, { files }: Manifest, steps: Steps): Promise<void> => {
  for (const { name, bytes, sha256 } of files) {
    const found = await fingerprint(path.join(folder, name), steps, `checking ${name}`).catch(() => null);
    if (found?.bytes !== bytes || found.sha256 !== sha256)
      throw new Refused(
        'conflict',
        'damaged_backup',
        `${path.join(folder, name)} is ${found === null ? 'missing' : 'damaged'}: nothing was restored from it`,
      );
  }
};
