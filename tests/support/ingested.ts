/** The sample's installation, ingested once for all files of a run: each opens a copy of its stores. */
import { existsSync } from 'node:fs';
import { cp, mkdtemp, rename, rm } from 'node:fs/promises';
import { ORCIDS } from '../../infra/demo/sample.ts';
import { ingestAll } from './ingesting.ts';
import { openInstallation, type Installation, type InstallationOptions } from './installation.ts';
import { filesIn, freshPlace, onServers, type Place } from './stores.ts';

/** Of a run of the tests; undefined elsewhere. */
const kept = process.env['TEST_SAMPLE'];

const ingestIn = async (place: Place): Promise<void> => {
  await using installation = await openInstallation({ place });
  await ingestAll(installation, ORCIDS);
};

/** Several processes may do so at once: the first to finish keeps its files. */
const keepIn = async (folder: string): Promise<void> => {
  const dataDir = await mkdtemp(`${folder}-`);
  await ingestIn(filesIn(dataDir));
  try {
    await rename(dataDir, folder);
  } catch (error) {
    if (!existsSync(folder)) throw error;
    await rm(dataDir, { recursive: true });
  }
};

/** An empty place then has everything of the sample's researchers. */
export const fillPlace = async (place: Place): Promise<void> => {
  if (kept === undefined || onServers) return ingestIn(place);
  if (!existsSync(kept)) await keepIn(kept);
  await cp(kept, place.config.dataDir, { recursive: true });
};

/** An installation that has ingested all of the sample's researchers. */
export const openIngested = async (
  options: Omit<InstallationOptions, 'place'> = {},
): Promise<Installation & AsyncDisposable> => {
  const place = await freshPlace();
  await fillPlace(place);
  const installation = await openInstallation({ ...options, place });
  const stop = async (): Promise<void> => {
    await installation.stop();
    await place.remove();
  };
  return { ...installation, stop, [Symbol.asyncDispose]: stop };
};
