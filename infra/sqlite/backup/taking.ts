/** Takes a backup of the embedded stores while they are in use: checked copies and a manifest, renamed to the target once complete. */
import { chmod, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { Refused } from '../../../domain/errors.ts';
import { Interrupted, type Steps } from '../../interrupted.ts';
import { makeOwnFolder, OWN_FILE } from '../../private-files.ts';
import { codeOf } from '../../error-code.ts';
import { refusing } from '../../unusable.ts';
import { copyDatabase } from './copying.ts';
import {
  type BackedUpFile,
  fingerprint,
  LOG_FILE,
  type Manifest,
  manifestOf,
  settle,
  writeManifest,
} from './manifest.ts';
import { refuseUnfinished } from './unfinished.ts';

export type BackupOptions = {
  readonly dataDir: string;
  /** Created; must be empty if it exists. */
  readonly target: string;
  readonly names: readonly string[];
  readonly version: string;
  /** Epoch ms. */
  readonly now: number;
  readonly signal: AbortSignal;
};

/** Empty if the folder does not exist. Throws `Refused` for anything that cannot be read as a folder. */
export const entriesOf = (folder: string): Promise<readonly string[]> =>
  readdir(folder).catch((error: unknown) => (codeOf(error) === 'ENOENT' ? [] : refusing(folder)(error)));

const notEmpty = (target: string): Refused =>
  new Refused('conflict', 'not_empty', `${target} is not empty: name a folder that does not exist yet`);

const backUpInto = async (partial: string, options: BackupOptions, steps: Steps): Promise<Manifest> => {
  const { dataDir, target, names, version, now, signal } = options;
  const files: BackedUpFile[] = [];
  let log: Manifest['log'] = { events: 0, streams: 0, head: -1 };
  for (const name of names) {
    const to = path.join(partial, name);
    const said = await copyDatabase({ from: path.join(dataDir, name), to }, steps, `copying ${name}`, signal);
    if (name === LOG_FILE) log = JSON.parse(said) as Manifest['log'];
    await chmod(to, OWN_FILE);
    await settle(to);
  }
  const summing: Steps = (...args) => {
    signal.throwIfAborted();
    steps(...args);
  };
  for (const name of names)
    files.push({ name, ...(await fingerprint(path.join(partial, name), summing, `summing ${name}`)) });
  const manifest = manifestOf({ colophon: version, takenAt: now, log, files });
  await writeManifest(partial, manifest);
  await settle(partial);
  signal.throwIfAborted();
  await rename(partial, target).catch((error: unknown) => {
    if (codeOf(error) === 'ENOTEMPTY') throw notEmpty(target);
    return refusing(target)(error);
  });
  await settle(path.dirname(partial));
  return manifest;
};

/**
 * Leaves nothing behind after a failure or interruption; if killed, only its own folder `{target}.partial-…`, so that
 * concurrent backups do not conflict. Throws `Refused`, `Unavailable`, `Interrupted`.
 */
export const takeBackup = async (options: BackupOptions, steps: Steps): Promise<Manifest> => {
  const { dataDir, target, names, signal } = options;
  refuseUnfinished(dataDir);
  if ((await entriesOf(target)).length > 0) throw notEmpty(target);
  const there = await entriesOf(dataDir);
  const missing = names.find((name) => !there.includes(name));
  if (missing !== undefined) throw new Refused('not_found', 'nothing_there', `${dataDir} has no ${missing}`);

  const parent = makeOwnFolder(path.dirname(target));
  const partial = await mkdtemp(`${path.join(parent, path.basename(target))}.partial-`).catch(refusing(parent));
  try {
    return await backUpInto(partial, options, steps);
  } catch (error) {
    // The copying process may still be finishing a write.
    await rm(partial, { recursive: true, force: true, maxRetries: 5 });
    if (!signal.aborted) throw error;
    throw new Interrupted('no backup was created; run it again');
  }
};
