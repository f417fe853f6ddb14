/** Whose credential it is, of either kind; nobody's is a 401. */
import { LRUCache } from 'lru-cache';
import { Unavailable } from '../../domain/errors.ts';
import { apiKeysProjection, type ApiKeyRow } from '../../projections/api-keys.ts';
import { rowsVersion } from '../../projections/generations.ts';
import { projectionKey, type Projection } from '../../projections/define.ts';
import { installationsProjection } from '../../projections/installations/index.ts';
import type { ReadModels } from '../../projections/ports.ts';
import { apiKeyByHash } from '../../projections/queries/api-keys.ts';
import { byCredential, type Credentialed } from '../../projections/queries/installations.ts';
import { unknownCredential } from './presented.ts';

const MOST_KEPT = 1_000;

/** Rows that are still being filled do not know everybody yet. Throws `CredentialRefused`, `Unavailable`. */
const orUnknown = async <T>(readModels: ReadModels, projection: Projection, found: T | null): Promise<T> => {
  if (found !== null) return found;
  const checkpoint = await readModels.checkpoint(projectionKey(projection));
  if (checkpoint?.phase !== 'live') throw new Unavailable('list of credentials', 'its rows are being built');
  throw unknownCredential();
};

export const knownApiKey = async (readModels: ReadModels, hash: string): Promise<ApiKeyRow> =>
  orUnknown(readModels, apiKeysProjection, await apiKeyByHash(readModels, hash));

/** Rows do not change while their checkpoint stands still: what was found is kept as long. */
export const installationFinder = (readModels: ReadModels): ((hash: string) => Promise<Credentialed>) => {
  const kept = new LRUCache<string, Credentialed>({ max: MOST_KEPT });
  let keptAt: string | null = null;
  return async (hash) => {
    const checkpoint = await readModels.checkpoint(projectionKey(installationsProjection));
    const at = checkpoint?.phase === 'live' ? rowsVersion(checkpoint) : null;
    if (at === null || at !== keptAt) {
      kept.clear();
      keptAt = at;
    }
    const found = kept.get(hash) ?? (await knownInstallation(readModels, hash));
    // Read after the checkpoint: at least as new as it.
    if (at !== null && at === keptAt) kept.set(hash, found);
    return found;
  };
};

export const knownInstallation = async (readModels: ReadModels, hash: string): Promise<Credentialed> =>
  orUnknown(readModels, installationsProjection, await byCredential(readModels, hash));
