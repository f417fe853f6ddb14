/** Partners' API keys of a workspace, newest first. */
import { apiKeys, type ApiKeyRow } from '../api-keys.ts';
import { having, type ReadModels } from '../ports.ts';
import { findPage, type Page, type PageRequest } from './page.ts';

export const listApiKeys = (readModels: ReadModels, workspace: string, page: PageRequest): Promise<Page<ApiKeyRow>> =>
  findPage(readModels, apiKeys, { all: having({ workspace }) }, { field: 'createdAt', dir: 'desc' }, page);

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
