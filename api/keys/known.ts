/** Looks up credentials of either kind; an unknown one is a 401. */
import { boundedCache } from '../../commands/bounded-cache.ts';
import { jsonBytes } from '../../domain/limits.ts';
import type { ApiKeyRow } from '../../projections/api-keys.ts';
import { rowsVersion } from '../../projections/generations.ts';
import { installationsProjection } from '../../projections/installations/index.ts';
import type { ReadModels } from '../../projections/ports.ts';
import { apiKeyByHash } from '../../projections/queries/api-keys.ts';
import { liveCheckpoint } from '../../projections/queries/position.ts';
import { byCredential, type Credentialed } from '../../projections/queries/installations.ts';
import { unknownCredential } from './presented.ts';

const MAX_BYTES = 4 * 1024 * 1024;

/** Throws `CredentialRefused`, `Unavailable`. */
export const knownApiKey = async (readModels: ReadModels, hash: string): Promise<ApiKeyRow> => {
  const found = await apiKeyByHash(readModels, hash);
  if (found === null) throw unknownCredential();
  return found;
};

export type FindInstallation = (hash: string) => Promise<Credentialed>;

/** Caches installations until the checkpoint of their rows moves. Throws like `knownApiKey`. */
export const installationFinder = (readModels: ReadModels): FindInstallation => {
  const kept = boundedCache<Credentialed>({ key: 'content', maxBytes: MAX_BYTES, sizeOf: jsonBytes });
  let keptAt: string | null = null;
  return async (hash) => {
    const at = rowsVersion(await liveCheckpoint(readModels, installationsProjection, 'list of credentials'));
    if (at !== keptAt) {
      kept.clear();
      keptAt = at;
    }
    // Read after the checkpoint, so at least as new.
    const found = kept.get(hash) ?? (await byCredential(readModels, hash));
    if (found === null) throw unknownCredential();
    if (at === keptAt) kept.set(hash, found);
    return found;
  };
};
