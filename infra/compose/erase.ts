/** `colophon people erase`: the person's streams, then the rows, then what the files still hold of both. */
import path from 'node:path';
import { newCaller } from '../../commands/caller.ts';
import { erasePerson } from '../../commands/erase-person.ts';
import { knownWorkspace, workspacesHolding } from '../../commands/known-workspace.ts';
import { parseOrcid } from '../../domain/orcid.ts';
import { allProjections } from '../../projections/all.ts';
import { waitForPosition } from '../../projections/queries/position.ts';
import { collectionsWithNames } from '../../projections/with-names.ts';
import type { ErasureReport } from '../../workers/cli/upkeep.ts';
import { randomIds, systemClock } from '../system.ts';
import { besideProjector } from './beside.ts';
import type { RoleContext } from './roles.ts';

/** The rows follow within milliseconds; ones that are being made from the beginning take longer. */
const ROWS_WITHIN_MS = 60_000;

const CLI = { type: 'system', id: 'cli' } as const;

const purged = async ({ dataDir, mongodbUrl }: RoleContext['config']): Promise<boolean> =>
  mongodbUrl !== null ||
  (await import('../readmodels/embedded/purging.ts')).purge(path.join(dataDir, 'read.db'), collectionsWithNames);

/** `workspace` null: in every one whose streams hold something of the iD. Throws `Refused` for one that is not there. */
export const erase = async (
  context: RoleContext,
  asked: { readonly orcid: string; readonly workspace: string | null },
): Promise<ErasureReport> => {
  const { stores, config } = context;
  const deps = { events: stores.events, clock: systemClock, ids: randomIds };
  const orcid = parseOrcid(asked.orcid);
  const only = asked.workspace === null ? null : await knownWorkspace(deps, asked.workspace);
  const report = await besideProjector(context, async (signal) => {
    const shown = async (): Promise<boolean> =>
      waitForPosition(stores.readModels, allProjections, await stores.events.head(), {
        timeoutMs: ROWS_WITHIN_MS,
        signal,
      });
    const workspaces: ErasureReport['workspaces'][number][] = [];
    const erasing = async (workspace: string): Promise<void> => {
      const { events, jobEnded } = await erasePerson(deps, orcid, newCaller(randomIds, workspace, CLI));
      workspaces.push({ workspace, events, jobEnded });
    };
    if (only === null) {
      for (const workspace of await workspacesHolding(deps, orcid, signal)) await erasing(workspace);
    } else await erasing(only);
    return { orcid, workspaces, rowsGone: await shown() };
  });
  return { ...report, filesClean: report.rowsGone && (await purged(config)) };
};
