/** The harvest: one leader checks every workspace once per interval, first its people, then its publications; only people who changed, or could not be checked, get a job. */
import { setMaxListeners } from 'node:events';
import { newCaller } from '../../../commands/caller.ts';
import { lastReset } from '../../../commands/site-tools/record.ts';
import { Unavailable } from '../../../domain/errors.ts';
import type { PublicationRow } from '../../../projections/catalogue/publications.ts';
import type { IngestionRow } from '../../../projections/ingestions.ts';
import {
  isReadyToHarvest,
  jobsAfter,
  publicationsAfter,
  workspacesToHarvest,
} from '../../../projections/queries/harvest.ts';
import { whileLeading, type WorkerOptions } from '../../leading.ts';
import { inRounds } from '../../rounds.ts';
import type { IngestionDeps } from '../ports.ts';
import { type Findings, openFindings, REST_MS } from './findings.ts';
import { checkPeople } from './people.ts';
import { openProgress, type Progress, runNow } from './progress.ts';
import { openChanges, recheckPublications } from './recheck-publications.ts';

/** People checked concurrently; the providers' own limits also apply. */
const PEOPLE_AT_ONCE = 20;
/** The size of OpenAlex's batches. */
const PUBLICATIONS_AT_ONCE = 50;

type RunOptions = {
  readonly shards: number;
  readonly signal: AbortSignal;
};

/** The result of a run, since it was started or resumed. */
export type Harvested = ReturnType<Findings['sum']> & {
  readonly workspace: string;
  readonly run: string;
  /** False if it was interrupted, or pauses while a provider is down. */
  readonly isDone: boolean;
};

type Pages<Row> = {
  /** Rows per page, which are checked concurrently. */
  readonly atOnce: number;
  /** The rows after the given one; null = from the first. */
  readonly page: (place: { readonly after: string | null; readonly limit: number }) => Promise<readonly Row[]>;
  readonly check: (rows: readonly Row[]) => Promise<void>;
};

/** Starts at the run's saved position. False if the run ended before the last row. */
const walk = async <Row extends { readonly id: string }>(
  { atOnce, page, check }: Pages<Row>,
  progress: Progress,
  { isOver }: Findings,
): Promise<boolean> => {
  for (let { after } = progress.now(); ;) {
    const rows = await page({ after, limit: atOnce });
    await check(rows);
    if (isOver()) return false;
    if (rows.length < atOnce) return true;
    after = rows.at(-1)?.id ?? null;
    await progress.save({ after });
  }
};

/** Null if none is due. Throws `Unavailable`; then, and after a crash, the next call resumes at the last save. */
const harvestWorkspace = async (
  deps: IngestionDeps,
  workspace: string,
  { shards, signal }: RunOptions,
): Promise<Harvested | null> => {
  const { readModels, clock, ids, log } = deps;
  const run = await runNow(deps, workspace);
  if (run === null) return null;
  const caller = { ...newCaller(ids, workspace, { type: 'system', id: 'harvest' }), correlationId: run.id };
  const findings = openFindings(deps, workspace, signal);
  const progress = openProgress(deps, workspace, run);
  // Every running check adds a listener.
  setMaxListeners(0, signal);
  await progress.save({});

  const shared = { caller, findings, signal };
  const reset = await lastReset(deps.events, workspace);
  const people: Pages<IngestionRow> = {
    atOnce: PEOPLE_AT_ONCE,
    page: (place) => jobsAfter(readModels, workspace, place),
    check: (rows) => checkPeople(deps, rows, { ...shared, shards, reset }),
  };
  const changes = openChanges(deps, signal);
  const publications: Pages<PublicationRow> = {
    atOnce: PUBLICATIONS_AT_ONCE,
    page: (place) => publicationsAfter(readModels, workspace, place),
    check: (rows) => recheckPublications(deps, rows, { ...shared, changes }),
  };

  if (progress.now().phase === 'people' && (await walk(people, progress, findings))) progress.begin('publications');
  const isDone = progress.now().phase === 'publications' && (await walk(publications, progress, findings));

  const down = findings.outage();
  if (isDone) await progress.save({ phase: 'done', after: null });
  else if (down !== null) {
    log.warn({ workspace, provider: down }, 'the harvest pauses: a provider is down');
    await progress.save({ notBefore: clock.now() + REST_MS });
  }
  return { workspace, run: run.id, ...findings.sum(), isDone };
};

const EVERY_MS = 60_000;
const LEASE_MS = 30_000;

/** Performs the due runs, one workspace after the other; a failure does not stop the others. */
export const harvestOnce = async (
  deps: IngestionDeps,
  { shards, signal = new AbortController().signal }: Pick<RunOptions, 'shards'> & Partial<RunOptions>,
): Promise<readonly Harvested[]> => {
  if (!(await isReadyToHarvest(deps.readModels))) return [];
  const harvested: Harvested[] = [];
  for (const workspace of await workspacesToHarvest(deps.readModels)) {
    if (signal.aborted) break;
    try {
      const run = await harvestWorkspace(deps, workspace, { shards, signal });
      if (run !== null) harvested.push(run);
    } catch (error) {
      if (signal.aborted) break;
      if (error instanceof Unavailable) throw error;
      deps.log.error({ workspace, err: error }, 'the harvest of a workspace failed');
    }
  }
  return harvested;
};

/** Resolves when the signal is aborted. */
export const runHarvest = (deps: IngestionDeps, options: RunOptions & WorkerOptions): Promise<void> => {
  const { state, log } = deps;
  const { name, signal, shards, everyMs = EVERY_MS, leaseMs = LEASE_MS, waits } = options;
  return whileLeading(state, 'harvest', name, { ttlMs: leaseMs, log, waits, signal }, (leading) => {
    const round = async (): Promise<void> => {
      for (const { queued, ...run } of await harvestOnce(deps, { shards, signal: leading }))
        log.info({ ...run, queued: queued.length }, 'harvested');
    };
    return inRounds(round, { what: 'the harvest', everyMs, log, waits, signal: leading });
  });
};
