/** `colophon people erase`: the person's streams, then the rows, then what the files still hold of both. */
import path from 'node:path';
import { newCaller } from '../../../commands/caller.ts';
import { erasePerson } from '../../../commands/erase-person.ts';
import type { Deps } from '../../../commands/handle.ts';
import { isHeldIn, knownWorkspace, workspacesHolding } from '../../../commands/known-workspace.ts';
import { Refused } from '../../../domain/errors.ts';
import { parseOrcid } from '../../../domain/orcid.ts';
import { allProjections } from '../../../projections/all.ts';
import { isScratch } from '../../../projections/define.ts';
import { personalDataCollections } from '../../../projections/personal-data-collections.ts';
import type { ErasureReport } from '../../../workers/cli/upkeep.ts';
import { forgetAsked } from '../../../workers/ingestion/memory.ts';
import { dropOld, oldGenerations } from '../../../workers/rebuild/old.ts';
import type { Registered } from '../../../workers/rebuild/registry.ts';
import { randomIds, systemClock } from '../../system.ts';
import { besideProjector } from './beside.ts';
import type { RoleContext } from '../roles/context.ts';
import { waitForRows } from '../wait-for-rows.ts';

const CLI = { type: 'system', id: 'cli' } as const;

const purged = async ({ dataDir, mongodbUrl }: RoleContext['config']): Promise<boolean> =>
  mongodbUrl !== null ||
  (await import('../../sqlite/rows/purging.ts')).purge(path.join(dataDir, 'read.db'), personalDataCollections);

/** Earlier generations of the present versions follow the log for as long as they are kept. */
const isKeptUp = ({ projection, version, generation }: Registered): boolean =>
  !isScratch(generation) && allProjections.some((each) => each.name === projection && each.version === version);

/** How long the rows of earlier versions may take to be dropped. */
const WITHIN_MS = 60_000;

/** Drops rows that no projector updates: they would show the person for another day. False if some are left. */
const othersDropped = async ({ stores }: RoleContext, signal: AbortSignal): Promise<boolean> => {
  const { rows: readModels, state } = stores;
  const deps = { readModels, state, projections: allProjections, clock: systemClock };
  const others = (await oldGenerations(deps)).filter((entry) => !isKeptUp(entry));
  return dropOld(deps, others, AbortSignal.any([signal, AbortSignal.timeout(WITHIN_MS)]));
};

/** Those asked for that hold something of the iD, or did before it was erased. */
const workspacesToErase = async (
  deps: Pick<Deps, 'events'>,
  orcid: string,
  asked: string | null,
  signal: AbortSignal,
): Promise<readonly string[]> => {
  if (asked === null) return workspacesHolding(deps, orcid, signal);
  const workspace = await knownWorkspace(deps, asked);
  return (await isHeldIn(deps, workspace, orcid)) ? [workspace] : [];
};

/**
 * `workspace` null: in every one whose streams hold something of the iD. Throws `Refused` for a workspace that is not there, and
 * for an iD that nothing is known of: a mistyped one must not read as erased.
 */
export const erase = async (
  context: RoleContext,
  asked: { readonly orcid: string; readonly workspace: string | null },
): Promise<ErasureReport> => {
  const { stores, config } = context;
  const deps = { events: stores.events, clock: systemClock, ids: randomIds };
  const orcid = parseOrcid(asked.orcid);
  const holding = await workspacesToErase(deps, orcid, asked.workspace, context.signal);
  if (holding.length === 0) {
    const where = asked.workspace === null ? 'any workspace' : `workspace ${asked.workspace}`;
    throw new Refused('not_found', 'person_not_found', `nothing of ${orcid} is in ${where}`, { field: 'orcid' });
  }
  const report = await besideProjector(context, async (signal) => {
    const workspaces: ErasureReport['workspaces'][number][] = [];
    for (const workspace of holding) {
      const { events, jobEnded } = await erasePerson(deps, orcid, newCaller(randomIds, workspace, CLI));
      await forgetAsked(stores.state, workspace, orcid);
      workspaces.push({ workspace, events, jobEnded });
    }
    const rowsGone = (await waitForRows(stores, signal)) && (await othersDropped(context, signal));
    return { orcid, workspaces, rowsGone };
  });
  return { ...report, filesClean: report.rowsGone && (await purged(config)) };
};
