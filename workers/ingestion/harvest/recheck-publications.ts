/** Rechecks known publications: fetches due and changed ones, and OpenAlex's facts of all. Jobs add new ones (`people.ts`). */
import { causedBy, type Caller } from '../../../commands/caller.ts';
import { handle } from '../../../commands/handle.ts';
import { publicationAggregate } from '../../../commands/publication.ts';
import { equal } from '../../../domain/equal.ts';
import { Unavailable } from '../../../domain/errors.ts';
import { isDue } from '../../../domain/ingestion/schedule.ts';
import type { PublicationRow } from '../../../projections/catalogue/publications.ts';
import { allEnded } from '../../together.ts';
import type { IngestionDeps } from '../deps.ts';
import { factsOf } from '../facts.ts';
import { providerChecksOf, type DoiCheck } from '../provider-checks.ts';
import { withTimeBudget } from '../time-budget.ts';
import type { Facts } from '../ports.ts';
import { isKept, recordPublication } from '../record.ts';
import type { FindChanges } from './changes.ts';
import type { Findings } from './findings.ts';

export type PublicationsOptions = {
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
      const check = await stored.doi(row.doi);
      const isScheduled = check === null || isDue(check, deps.clock.now(), deps.harvestIntervalMs);
      return { row, check, isDue: isScheduled || (row.view !== null && !isKept(row.view.state, check)) };
    }),
  );
};

/** The publications that are not due and come from Crossref, with the time of their last request, epoch ms. */
const describedByCrossref = (page: readonly CheckedRow[]): ReadonlyMap<string, number> =>
  new Map(
    page.flatMap(({ row: { doi, view }, check, isDue }) =>
      view !== null && !isDue && check?.by === 'crossref' ? [[doi, check.askedAt]] : [],
    ),
  );

/** The results of the page's two batch requests. `facts` undefined: OpenAlex was unavailable. */
type Reported = { readonly facts: Facts | null | undefined; readonly hasChanged: boolean };

const checkPublication = async (
  deps: IngestionDeps,
  { row: { doi, view }, check, isDue }: CheckedRow,
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
  const dois = rows.map(({ doi }) => doi);
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
      const { doi } = checked.row;
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
