/** Rechecks known publications: fetches due ones and those that Crossref reports as changed, and OpenAlex's facts of all. Jobs add new ones (`people.ts`). */
import { type Caller, causedBy } from '../../../commands/caller.ts';
import { handle } from '../../../commands/handle.ts';
import { publicationAggregate } from '../../../commands/publication.ts';
import { equal } from '../../../domain/equal.ts';
import { Unavailable } from '../../../domain/errors.ts';
import { isDue } from '../../../domain/ingestion/schedule.ts';
import type { PublicationRow } from '../../../projections/catalogue/publications.ts';
import { allEnded } from '../../together.ts';
import { factsOf } from '../fetch-metadata.ts';
import { type Facts, type IngestionDeps, ProviderUnavailable } from '../ports.ts';
import { type DoiCheck, providerChecksOf } from '../provider-checks.ts';
import { isKept, recordPublication } from '../record.ts';
import { withTimeBudget } from '../time-budget.ts';
import { type Findings, watchForOutage } from './findings.ts';

/** Given when each DOI was last described, epoch ms, returns those changed since; none while Crossref is unavailable. */
type FindChanges = (described: ReadonlyMap<string, number>) => Promise<ReadonlySet<string>>;

/** For one run, which an outage of this query does not pause: it is no longer sent, and all DOIs keep their schedule. */
export const openChanges = (
  { providers, timeBudget, log }: Pick<IngestionDeps, 'providers' | 'timeBudget' | 'log'>,
  signal: AbortSignal,
): FindChanges => {
  const outage = watchForOutage();
  return async (described) => {
    if (described.size === 0 || outage.found() !== null) return new Set();
    try {
      const changed = await withTimeBudget(signal, timeBudget, (requestSignal) =>
        providers.changedSince(described, requestSignal),
      );
      outage.answered();
      return changed;
    } catch (error) {
      if (!(error instanceof ProviderUnavailable)) throw error;
      outage.failed(error);
      log.warn({ provider: error.provider, code: error.code }, 'changes since the last harvest are unknown');
      return new Set();
    }
  };
};

type PublicationsOptions = {
  readonly caller: Caller;
  readonly findings: Findings;
  readonly changes: FindChanges;
  readonly signal: AbortSignal;
};

type CheckedRow = {
  readonly row: PublicationRow;
  readonly check: DoiCheck | null;
  /** Whether to request its description: it is due, or the workspace lacks the latest record. */
  readonly isDue: boolean;
};

/** The publications with the latest check of each. Throws `Unavailable`. */
const withChecks = (deps: IngestionDeps, rows: readonly PublicationRow[]): Promise<readonly CheckedRow[]> => {
  const stored = providerChecksOf(deps);
  return Promise.all(
    rows.map(async (row) => {
      const check = await stored.doi(row.key);
      const isScheduled = check === null || isDue(check, deps.clock.now(), deps.harvestIntervalMs);
      return { row, check, isDue: isScheduled || (row.view !== null && !isKept(row.view.state, check)) };
    }),
  );
};

/** The publications that are not due and come from Crossref, with the time of their last request, epoch ms. */
const describedByCrossref = (page: readonly CheckedRow[]): ReadonlyMap<string, number> =>
  new Map(
    page.flatMap(({ row: { key: doi, view }, check, isDue }) =>
      view !== null && !isDue && check?.by === 'crossref' ? [[doi, check.askedAt]] : [],
    ),
  );

/** The results of the page's two batch requests. `facts` undefined: OpenAlex was unavailable. */
type Reported = { readonly facts: Facts | null | undefined; readonly hasChanged: boolean };

const checkPublication = async (
  deps: IngestionDeps,
  { row: { key: doi, view }, check, isDue }: CheckedRow,
  { facts, hasChanged }: Reported,
  { caller, findings, signal }: PublicationsOptions,
): Promise<void> => {
  if (view === null) return;
  const { state } = view;
  if (check === null || isDue || hasChanged) {
    const changedAfter = hasChanged ? check?.askedAt : undefined;
    const request = { doi, links: [], facts, fallback: null, ask: 'due', changedAfter } as const;
    const recorded = await withTimeBudget(signal, deps.timeBudget, (requestSignal) =>
      recordPublication(deps, request, caller, requestSignal),
    );
    findings.answered();
    if (recorded !== null) {
      if (recorded.outcome === 'unchanged') findings.unchanged('publications');
      else findings.changed();
      return;
    }
  }

  if (facts === undefined) return;
  const reported = { enrichment: facts?.enrichment ?? null, citedByCount: facts?.citedByCount ?? null };
  if (equal(reported.enrichment, state.enrichment) && reported.citedByCount === state.citedByCount) return;
  const command = { type: 'ConfirmFromProvider', doi, fetchedAt: deps.clock.now(), links: [], ...reported } as const;
  const { events } = await handle(deps, publicationAggregate, doi, command, causedBy(deps.ids, caller));
  if (events.length > 0) findings.changed();
};

/** Reports failures of single publications. Throws `Unavailable`, after the running checks have ended. */
export const recheckPublications = async (
  deps: IngestionDeps,
  rows: readonly PublicationRow[],
  options: PublicationsOptions,
): Promise<void> => {
  const { changes, findings, signal } = options;
  const dois = rows.map(({ key }) => key);
  const page = await withChecks(deps, rows);
  const report = (error: unknown): null => {
    findings.failed({ doi: dois.join(' ') }, error);
    return null;
  };
  const [facts, changed] = await Promise.all([
    withTimeBudget(signal, deps.timeBudget, (requestSignal) => factsOf(deps, dois, requestSignal)).catch(report),
    changes(describedByCrossref(page)).catch(report),
  ]);
  await allEnded(
    page.map(async (checked) => {
      if (findings.isOver()) return;
      const { key: doi } = checked.row;
      const reported: Reported = {
        facts: facts === null ? undefined : (facts.get(doi) ?? null),
        hasChanged: changed?.has(doi) === true,
      };
      try {
        await checkPublication(deps, checked, reported, options);
      } catch (error) {
        if (error instanceof Unavailable) throw error;
        findings.failed({ doi }, error);
      }
    }),
  );
};
