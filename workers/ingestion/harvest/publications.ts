/** Looks at a page of publications by DOI: describes those that are due, and takes what OpenAlex says of all of them. */
import { causedBy, type Caller } from '../../../commands/caller.ts';
import { handle } from '../../../commands/handle.ts';
import { publicationAggregate } from '../../../commands/publication.ts';
import { equal } from '../../../domain/equal.ts';
import { Unavailable } from '../../../domain/errors.ts';
import { isDue } from '../../../domain/ingestion/schedule.ts';
import type { PublicationRow } from '../../../projections/catalogue/publications.ts';
import type { IngestionDeps } from '../deps.ts';
import { factsOf } from '../facts.ts';
import { memoryOf } from '../memory.ts';
import { withPatience } from '../patience.ts';
import type { Facts } from '../ports.ts';
import { isKept, recordPublication } from '../record.ts';
import type { Findings } from './findings.ts';

export type PublicationsOptions = {
  readonly caller: Caller;
  readonly findings: Findings;
  readonly signal: AbortSignal;
};

/** `facts` undefined: OpenAlex could not be asked. */
const lookAtPublication = async (
  deps: IngestionDeps,
  { doi, view, lastFetchedAt = 0 }: PublicationRow,
  facts: Facts | null | undefined,
  { caller, findings, signal }: PublicationsOptions,
): Promise<void> => {
  if (view === null) return;
  const { state } = view;
  const [asked, now] = [await memoryOf(deps).doi(doi), deps.clock.now()];
  if (asked === null || isDue(asked, now, deps.harvestIntervalMs) || !isKept(state, asked)) {
    const recorded = await withPatience(signal, deps.patience, (asking) =>
      recordPublication(deps, { doi, links: [], facts, fallback: null, ask: 'due' }, caller, asking),
    );
    findings.answered();
    if (recorded !== null) {
      if (recorded.outcome === 'unchanged') await findings.unchanged('publications', doi, recorded.at);
      else findings.changed();
      return;
    }
  } else if (asked.by !== null && asked.askedAt > lastFetchedAt)
    await findings.unchanged('publications', doi, asked.askedAt);

  if (facts === undefined) return;
  const said = { enrichment: facts?.enrichment ?? null, citedByCount: facts?.citedByCount ?? null };
  if (equal(said.enrichment, state.enrichment) && said.citedByCount === state.citedByCount) return;
  const command = { type: 'ConfirmFromProvider', doi, fetchedAt: now, links: [], ...said } as const;
  const { events } = await handle(deps, publicationAggregate, doi, command, causedBy(deps.ids, caller));
  if (events.length > 0) findings.changed();
};

/** One that fails is reported, and stops no other. Throws `Unavailable` when a store is away. */
export const lookAtPublications = async (
  deps: IngestionDeps,
  rows: readonly PublicationRow[],
  options: PublicationsOptions,
): Promise<void> => {
  const { findings, signal } = options;
  const dois = rows.map(({ doi }) => doi);
  const facts = await withPatience(signal, deps.patience, (asking) => factsOf(deps, dois, asking)).catch(
    (error: unknown) => {
      findings.failed({ doi: dois.join(' ') }, error);
      return null;
    },
  );
  await Promise.all(
    rows.map(async (row) => {
      if (findings.isOver()) return;
      try {
        await lookAtPublication(deps, row, facts === null ? undefined : (facts.get(row.doi) ?? null), options);
      } catch (error) {
        if (error instanceof Unavailable) throw error;
        findings.failed({ doi: row.doi }, error);
      }
    }),
  );
};
