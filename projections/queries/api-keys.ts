/** Partners' API keys of a workspace. */
import { apiKeys, type ApiKeyRow } from '../api-keys.ts';
import { having, type ReadModels } from '../ports.ts';
import type { Rows } from './listing.ts';

/** Newest first. */
export const apiKeysOf = (workspace: string): Rows<ApiKeyRow> => ({
  collection: apiKeys,
  where: { all: having({ workspace }) },
  sort: { field: 'createdAt', dir: 'desc' },
});

/** Searches all workspaces; null if there is no such key. */
export const apiKeyByHash = (readModels: ReadModels, keyHash: string): Promise<ApiKeyRow | null> =>
  readModels.get(apiKeys, keyHash);

/** Null if there is no such key, or it belongs to another workspace. */
export const apiKeyOf = async (
  readModels: ReadModels,
  workspace: string,
  keyHash: string,
): Promise<ApiKeyRow | null> => {
  const row = await apiKeyByHash(readModels, keyHash);
  return row?.workspace === workspace ? row : null;
};
