/** `colophon people erase`: the person's streams, then the rows, then the remains of both in the files. */
import path from 'node:path';
import { newCaller } from '../../../commands/caller.ts';
import { erasePerson } from '../../../commands/erase-person.ts';
import type { Deps } from '../../../commands/handle.ts';
import { isHeldIn, knownWorkspace, workspacesHolding } from '../../../commands/known-workspace.ts';
import { Refused } from '../../../domain/errors.ts';
import { parseOrcid } from '../../../domain/orcid.ts';
import { allProjections } from '../../../projections/all.ts';
import { personalDataCollections } from '../../../projections/catalogue/index.ts';
import { isScratch } from '../../../projections/define.ts';
import { waitForPosition } from '../../../projections/queries/position.ts';
import type { ErasureReport } from '../../../workers/cli/upkeep.ts';
import { forgetChecks } from '../../../workers/ingestion/provider-checks.ts';
import { dropOld, oldGenerations } from '../../../workers/rebuild/requests.ts';
import { registered, type Registered } from '../../../workers/rebuild/registry.ts';
import { randomIds, systemClock } from '../../system.ts';
import { withProjector } from './with-projector.ts';
import { warnOfPaused, type CommandContext } from './operator-messages.ts';
import type { RoleContext } from '../roles/context.ts';
import { waitForRows } from '../wait-for-rows.ts';

const CLI = { type: 'system', id: 'cli' } as const;

const purged = async ({ dataDir, mongodbUrl }: RoleContext['config']): Promise<boolean> =>
  mongodbUrl !== null ||
  (await import('../../sqlite/rows/index.ts')).purge(path.join(dataDir, 'read.db'), personalDataCollections);

/** Projectors also update retained generations of the current versions. */
const isUpdated = ({ projection, version, generation }: Registered): boolean =>
  !isScratch(generation) && allProjections.some((each) => each.name === projection && each.version === version);

/** Timeout for dropping the rows of earlier versions, and for rows that are being built. */
const WITHIN_MS = 60_000;

/** Drops rows that no projector updates, and waits for those that are being built. False if some may still have the person's data. */
const goneFromOthers = async ({ stores }: RoleContext, signal: AbortSignal): Promise<boolean> => {
  const { events, rawReadModels: readModels, state } = stores;
  const deps = { readModels, state, projections: allProjections, clock: systemClock };
  const others = (await oldGenerations(deps)).filter((entry) => !isUpdated(entry));
  const within = AbortSignal.any([signal, AbortSignal.timeout(WITHIN_MS)]);
  if (!(await dropOld(deps, others, within))) return false;
  const all = (await registered(readModels)).map((entry) => ({ ...entry, name: entry.projection }));
  return waitForPosition(readModels, all, await events.head(), { timeoutMs: WITHIN_MS, signal: within });
};

/** The requested workspaces that hold data about the iD, or held some before it was erased. */
const workspacesToErase = async (
  deps: Pick<Deps, 'events'>,
  orcid: string,
  requested: string | null,
  signal: AbortSignal,
): Promise<readonly string[]> => {
  if (requested === null) return workspacesHolding(deps, orcid, signal);
  const workspace = await knownWorkspace(deps, requested);
  return (await isHeldIn(deps, workspace, orcid)) ? [workspace] : [];
};

/** `workspace` null: all. Throws `Refused` if unknown, also for the iD: a mistyped one must not be reported as erased. */
export const erase = async (
  context: CommandContext,
  request: { readonly orcid: string; readonly workspace: string | null },
): Promise<ErasureReport> => {
  const { stores, config } = context;
  const deps = { events: stores.events, clock: systemClock, ids: randomIds };
  const orcid = parseOrcid(request.orcid);
  const holding = await workspacesToErase(deps, orcid, request.workspace, context.signal);
  if (holding.length === 0) {
    const where = request.workspace === null ? 'any workspace' : `workspace ${request.workspace}`;
    throw new Refused('not_found', 'person_not_found', `no data about ${orcid} in ${where}`, { field: 'orcid' });
  }
  await warnOfPaused(context);
  const report = await withProjector(context, async (signal) => {
    const workspaces: ErasureReport['workspaces'][number][] = [];
    for (const workspace of holding) {
      const { events, jobEnded } = await erasePerson(deps, orcid, newCaller(randomIds, workspace, CLI));
      await forgetChecks(stores.state, workspace, orcid);
      workspaces.push({ workspace, events, jobEnded });
    }
    const rowsGone = (await waitForRows(stores, signal)) && (await goneFromOthers(context, signal));
    return { orcid, workspaces, rowsGone };
  });
  return { ...report, filesClean: report.rowsGone && (await purged(config)) };
};
