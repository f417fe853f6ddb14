/** One run of the harvest over a workspace: its people by iD, then its publications by DOI. */
import { setMaxListeners } from 'node:events';
import { newCaller } from '../../../commands/caller.ts';
import { lastResetAt } from '../../../commands/site-tools/record.ts';
import type { PublicationRow } from '../../../projections/catalogue/publications.ts';
import type { IngestionRow } from '../../../projections/ingestions.ts';
import { jobsAfter, publicationsAfter } from '../../../projections/queries/harvest.ts';
import type { IngestionDeps } from '../deps.ts';
import { openChanges } from './changes.ts';
import { openFindings, type Findings } from './findings.ts';
import { lookAtPeople } from './people.ts';
import { openProgress, runNow } from './progress.ts';
import { lookAtPublications } from './publications.ts';
import { walk, type Pages } from './walk.ts';

/** People looked at together; the providers' own limits hold besides. */
const PEOPLE_AT_ONCE = 20;
/** As many as OpenAlex is asked about in one request. */
const PUBLICATIONS_AT_ONCE = 50;

export type RunOptions = {
  readonly shards: number;
  readonly signal: AbortSignal;
};

/** What a run did, from where it was carried on. */
export type Harvested = ReturnType<Findings['sum']> & {
  readonly workspace: string;
  readonly run: string;
  /** False if it was interrupted, or rests until a provider answers again. */
  readonly isDone: boolean;
};

/** Null while none is due. Throws `Unavailable` when a store is away; then, and after a crash, it goes on where it was saved. */
export const harvestWorkspace = async (
  deps: IngestionDeps,
  workspace: string,
  { shards, signal }: RunOptions,
): Promise<Harvested | null> => {
  const { readModels, clock, ids, log } = deps;
  const run = await runNow(deps, workspace);
  if (run === null) return null;
  const caller = { ...newCaller(ids, workspace, { type: 'system', id: 'harvest' }), correlationId: run.id };
  const findings = openFindings(deps, caller, signal);
  const progress = openProgress(deps, workspace, run, findings.record);
  // Every look under way listens.
  setMaxListeners(0, signal);
  await progress.save({});

  const looking = { caller, findings, signal };
  const resetAt = await lastResetAt(deps.events, workspace);
  const people: Pages<IngestionRow> = {
    atOnce: PEOPLE_AT_ONCE,
    page: (place) => jobsAfter(readModels, workspace, place),
    lookAt: (rows) => lookAtPeople(deps, rows, { ...looking, shards, resetAt }),
  };
  const changes = openChanges(deps, signal);
  const publications: Pages<PublicationRow> = {
    atOnce: PUBLICATIONS_AT_ONCE,
    page: (place) => publicationsAfter(readModels, workspace, place),
    lookAt: (rows) => lookAtPublications(deps, rows, { ...looking, changes }),
  };

  if (progress.now().phase === 'people' && (await walk(people, progress, findings))) progress.begin('publications');
  const isDone = progress.now().phase === 'publications' && (await walk(publications, progress, findings));

  const down = findings.outage();
  if (isDone) await progress.save({ phase: 'done', after: null });
  else if (down !== null) {
    log.warn({ workspace, provider: down.provider }, 'the harvest rests until a provider answers again');
    await progress.save({ notBefore: clock.now() + down.restMs });
  }
  return { workspace, run: run.id, ...findings.sum(), isDone };
};
