/** `colophon workspaces create`, and the workspaces that shells complete. */
import { access } from 'node:fs/promises';
import path from 'node:path';
import type { Command } from 'commander';
import { createWorkspace } from '../../commands/bootstrap.ts';
import { REQUEST } from '../../domain/limits.ts';
import { parseWorkspaceId } from '../../domain/workspace/id.ts';
import { activeGenerationReadModels } from '../../projections/active-generation.ts';
import { allProjections } from '../../projections/all.ts';
import { findPage, listed } from '../../projections/queries/listing.ts';
import { ALL_WORKSPACES } from '../../projections/queries/members.ts';
import { openLog } from '../log.ts';
import { randomIds, systemClock } from '../system.ts';
import { whileOpen } from '../while-open.ts';
import { openReadModels } from '../wiring/stores.ts';
import { waitUntilShown, type Invocation, type Run } from './invocation.ts';
import { examples } from './options.ts';
import { answer, type Out } from './output.ts';

export const makeWorkspace = (
  { withStores }: Pick<Invocation, 'withStores'>,
  rawId: string,
  name: string | undefined,
): Promise<{ readonly id: string; readonly created: boolean }> =>
  withStores(
    async (context) => {
      const id = parseWorkspaceId(rawId);
      const deps = { ...context.stores, clock: systemClock, ids: randomIds };
      const { created, position } = await createWorkspace(deps, id, name ?? rawId);
      await waitUntilShown(context, position);
      return { id, created };
    },
    { files: 'create' },
  );

export type KnownWorkspace = { readonly id: string; readonly name: string };

/** A user has pressed Tab and is waiting. */
const TIMEOUT_MS = 2_000;

/** The oldest workspaces, up to the limit of listings. Opens only the read models; rejects if they do not exist, and never creates them. */
export const knownWorkspaces = async ({
  config: read,
}: Pick<Invocation, 'config'>): Promise<readonly KnownWorkspace[]> => {
  const config = read();
  if (config.mongodbUrl === null) await access(path.join(config.dataDir, 'read.db'));
  return whileOpen(await openReadModels(config, openLog('silent'), { timeoutMs: TIMEOUT_MS }), async (rows) => {
    const readModels = activeGenerationReadModels(rows, allProjections);
    const known = listed(ALL_WORKSPACES, (found) => found.map(({ id, name }) => ({ id, name })));
    return (await findPage(readModels, known, { page: 1, perPage: REQUEST.pageItems })).items;
  });
};

export const addCommands = (program: Command, run: Run, out: Out): void => {
  program
    .command('workspaces')
    .description('manage the workspaces of this installation')
    .command('create')
    .description('create a workspace with the entity org')
    .argument('<id>', '1 to 40 of the characters a-z, 0-9 and -')
    .option('--name <name>', 'display name')
    .addHelpText('after', examples("colophon workspaces create library --name 'University Library'"))
    .action(async (id: string, { name, json }: { name?: string; json?: true }) => {
      const made = await run(makeWorkspace, id, name);
      answer(out, json, made, () => out.line(`${made.id}  ${made.created ? 'created' : 'already exists'}`));
    });
};
