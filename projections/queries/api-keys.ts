/** Partners' keys of a workspace, the newest first. */
import { apiKeys, type ApiKeyRow } from '../api-keys.ts';
import type { ReadModels } from '../ports.ts';
import { findPage, type Page, type PageRequest } from './page.ts';

export const listApiKeys = (readModels: ReadModels, workspace: string, page: PageRequest): Promise<Page<ApiKeyRow>> =>
  findPage(
    readModels,
    apiKeys,
    { all: [{ field: 'workspace', eq: workspace }] },
    { field: 'createdAt', dir: 'desc' },
    page,
  );

/** In whatever workspace; null for one that is not there. */
export const apiKeyByHash = (readModels: ReadModels, keyHash: string): Promise<ApiKeyRow | null> =>
  readModels.get(apiKeys, keyHash);

/** Null for one that is not there, or is another workspace's. */
export const apiKeyOf = async (
  readModels: ReadModels,
  workspace: string,
  keyHash: string,
): Promise<ApiKeyRow | null> => {
  const row = await apiKeyByHash(readModels, keyHash);
  return row?.workspace === workspace ? row : null;
};
