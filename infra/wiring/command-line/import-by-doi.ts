/** `colophon import doi`: imports one publication and links it to the given people. */
import { bootstrap } from '../../../commands/bootstrap.ts';
import { newCaller } from '../../../commands/caller.ts';
import { knownWorkspace } from '../../../commands/known-workspace.ts';
import type { Operations } from '../../../workers/cli/operations.ts';
import { importDoi, type Imported } from '../../../workers/ingestion/import-doi.ts';
import { randomIds } from '../../system.ts';
import type { RoleContext } from '../roles/context.ts';
import { whileIngesting } from '../roles/ingesting.ts';

type Options = Parameters<Operations['importDoi']>[1];

export const importByDoi = (context: RoleContext, doi: string, { workspace, orcids }: Options): Promise<Imported> =>
  whileIngesting(context, async (deps) => {
    await bootstrap(deps);
    await knownWorkspace(deps, workspace);
    const caller = newCaller(randomIds, workspace, { type: 'system', id: 'cli' });
    return importDoi(deps, { doi, personOrcids: orcids }, caller, context.signal);
  });
