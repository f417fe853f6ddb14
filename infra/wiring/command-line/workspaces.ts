/** Existing workspaces for shell completion; opens only the read models. */
import { access } from 'node:fs/promises';
import path from 'node:path';
import { allProjections } from '../../../projections/all.ts';
import { listWorkspaces } from '../../../projections/queries/members.ts';
import { activeGenerationReadModels } from '../../../projections/active-generation.ts';
import { REQUEST } from '../../../domain/limits.ts';
import type { KnownWorkspace } from '../../../workers/cli/operations.ts';
import { openLog } from '../../log.ts';
import { whileOpen } from '../../while-open.ts';
import { openReadModels, type StoreConfig } from '../stores.ts';

/** A user has pressed Tab and is waiting. */
const TIMEOUT_MS = 2_000;

export const knownWorkspaces = async (config: StoreConfig): Promise<readonly KnownWorkspace[]> => {
  if (config.mongodbUrl === null) await access(path.join(config.dataDir, 'read.db'));
  return whileOpen(await openReadModels(config, openLog('silent'), { timeoutMs: TIMEOUT_MS }), async (rows) => {
    const readModels = activeGenerationReadModels(rows, allProjections);
    const { items } = await listWorkspaces(readModels, { page: 1, perPage: REQUEST.pageItems });
    return items.map(({ id, name }) => ({ id, name }));
  });
};
