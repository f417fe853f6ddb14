/** One run of the harvest over a workspace: its people by iD, then its publications by DOI. */
import { setMaxListeners } from 'node:events';
import { newCaller } from '../../../commands/caller.ts';
import { queueIngestions } from '../../../commands/queue-ingestions.ts';
import { lastResetAt } from '../../../commands/site-tools/last-reset.ts';
import { Refused, Unavailable } from '../../../domain/errors.ts';
import type { FoundUnchanged } from '../../../domain/harvest/events.ts';
import { gatherUnchanged } from '../../../domain/harvest/unchanged.ts';
import { isStale } from '../../../domain/ingestion/schedule.ts';
import type { IngestionRow } from '../../../projections/ingestions.ts';
import { jobsAfter, publicationsAfter } from '../../../projections/queries/harvest.ts';
import type { IngestionDeps } from '../deps.ts';
import { ProviderUnavailable } from '../ports.ts';
import { lookAtPerson, type Seen } from './look.ts';
import { watchForOutage } from './outage.ts';
import { runNow, saveRun, type Run } from './progress.ts';
import { lookAtPublications } from './publications.ts';
import { recordUnchanged } from './unchanged.ts';

/** People looked at together; the providers' own limits hold besides. */
const PEOPLE_AT_ONCE = 20;
/** As many as OpenAlex is asked about in one request. */
const PUBLICATIONS_AT_ONCE = 50;

export type RunOptions = {
  readonly shards: number;
  readonly signal: AbortSignal;
};

/** What a run did, from where it was carried on. */
export type Harvested = {
  readonly workspace: string;
  readonly run: string;
  /** iDs of which a job was queued. */
  readonly queued: readonly string[];
  /** People and publications that were found unchanged, publications that changed, and what could not be looked at. */
  readonly unchanged: { readonly people: number; readonly publications: number };
  readonly changed: number;
  readonly failed: number;
  /** False if it was interrupted, or rests until a provider answers again. */
  readonly isDone: boolean;
};

/** Null while none is due. Throws `Unavailable` when a store is away; then, and after a crash, it goes on where it was saved. */
export const harvestWorkspace = async (
  deps: IngestionDeps,
  workspace: string,
  { shards, signal }: RunOptions,
): Promise<Harvested | null> => {
  const { clock, ids, log, harvestIntervalMs } = deps;
  let run = await runNow(deps, workspace);
  if (run === null) return null;
  const caller = { ...newCaller(ids, workspace, { type: 'system', id: 'harvest' }), correlationId: run.id };
  // Every look under way listens.
  setMaxListeners(0, signal);
  const gathering = gatherUnchanged();
  const outage = watchForOutage();
  const isOver = (): boolean => signal.aborted || outage.found() !== null;
  const queued: string[] = [];
  const sum = { people: 0, publications: 0, changed: 0, failed: 0 };

  const record = async (data: FoundUnchanged['data'] | null): Promise<void> => {
    if (data !== null) await recordUnchanged(deps, caller.correlationId, data, caller);
  };
  const unchanged = async (kind: 'people' | 'publications', id: string, at: number): Promise<void> => {
    sum[kind] += 1;
    await record(gathering.add(kind, id, at));
  };
  const failed = (what: Readonly<Record<string, string>>, error: unknown): void => {
    if (signal.aborted) return;
    sum.failed += 1;
    if (error instanceof ProviderUnavailable) outage.failed(error);
    const level = error instanceof ProviderUnavailable || error instanceof Refused ? 'warn' : 'error';
    log[level]({ workspace, ...what, err: error }, 'a harvest could not look');
  };
  /** All that was found up to the row is on record before the run goes on from there. */
  const save = async (next: Partial<Run>): Promise<void> => {
    await record(gathering.take());
    run = { ...(run as Run), ...next };
    await saveRun(deps, workspace, run);
  };

  const queue = async ({ orcid, jobId }: IngestionRow): Promise<void> => {
    const request = { orcids: [orcid], triggerSource: 'harvest', shards, after: jobId } as const;
    const { jobs } = await queueIngestions(deps, request, newCaller(ids, workspace, caller.actor));
    queued.push(...jobs.map((job) => job.orcid));
  };
  const resetAt = await lastResetAt(deps.events, workspace);
  const look = async (row: IngestionRow): Promise<void> => {
    const { orcid, status, lastTransitionAt, unchangedAt } = row;
    if (isOver() || (status !== 'succeeded' && status !== 'failed')) return;
    if (!isStale(Math.max(lastTransitionAt, unchangedAt ?? 0), clock.now(), harvestIntervalMs)) return;
    const seenNow = async (): Promise<Seen> => {
      if (status === 'failed') return { kind: 'changed' };
      try {
        const seen = await lookAtPerson(deps, row, { resetAt, signal });
        outage.answered();
        return seen;
      } catch (error) {
        if (!(error instanceof ProviderUnavailable)) throw error;
        failed({ orcid }, error);
        // A job tries again, and says on record what is wrong.
        return { kind: isOver() ? 'gone' : 'changed' };
      }
    };
    try {
      const seen = await seenNow();
      if (seen.kind === 'unchanged') await unchanged('people', orcid, seen.at);
      else if (seen.kind === 'changed') await queue(row);
    } catch (error) {
      if (error instanceof Unavailable) throw error;
      // Of one person, such as what only a later release can read: it stops none of the others.
      failed({ orcid }, error);
    }
  };

  const walk = async <Row extends { readonly id: string }>(
    page: (after: string | null) => Promise<readonly Row[]>,
    lookAt: (rows: readonly Row[]) => Promise<void>,
    atOnce: number,
  ): Promise<boolean> => {
    for (let { after } = run as Run; ;) {
      const rows = await page(after);
      await lookAt(rows);
      if (isOver()) return false;
      if (rows.length < atOnce) return true;
      after = rows.at(-1)?.id ?? null;
      if (!gathering.hasRoomFor(atOnce)) await save({ after });
    }
  };

  await saveRun(deps, workspace, run);
  let isDone = true;
  if (run.phase === 'people') {
    isDone = await walk(
      (after) => jobsAfter(deps.readModels, workspace, { after, limit: PEOPLE_AT_ONCE }),
      async (rows) => void (await Promise.all(rows.map(look))),
      PEOPLE_AT_ONCE,
    );
    if (isDone) run = { ...run, phase: 'publications', after: null };
  }
  if (isDone)
    isDone = await walk(
      (after) => publicationsAfter(deps.readModels, workspace, { after, limit: PUBLICATIONS_AT_ONCE }),
      (rows) =>
        lookAtPublications(deps, {
          ...{ rows, caller, signal, isOver },
          confirmed: (doi, at) => unchanged('publications', doi, at),
          changed: () => (sum.changed += 1),
          failed: (doi, error) => failed({ doi }, error),
          answered: outage.answered,
        }),
      PUBLICATIONS_AT_ONCE,
    );
  const down = outage.found();
  if (isDone) await save({ phase: 'done', after: null });
  else if (down !== null) {
    log.warn({ workspace, provider: down.provider }, 'the harvest rests until a provider answers again');
    await save({ notBefore: clock.now() + down.restMs });
  }
  const { people, publications, ...rest } = sum;
  return { workspace, run: caller.correlationId, queued, unchanged: { people, publications }, ...rest, isDone };
};
