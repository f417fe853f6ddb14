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

export type Page = {
  readonly rows: readonly PublicationRow[];
  readonly caller: Caller;
  readonly signal: AbortSignal;
  /** Confirmed as it was; epoch ms. */
  readonly confirmed: (doi: string, at: number) => Promise<void>;
  readonly changed: (doi: string) => void;
  readonly failed: (doi: string, error: unknown) => void;
  readonly answered: () => void;
  /** True when no more is to be asked. */
  readonly isOver: () => boolean;
};

/** `facts` undefined: OpenAlex could not be asked. */
const lookAtPublication = async (
  deps: IngestionDeps,
  { doi, view, lastFetchedAt = 0 }: PublicationRow,
  facts: Facts | null | undefined,
  { caller, signal, confirmed, changed, answered }: Page,
): Promise<void> => {
  if (view === null) return;
  const { state } = view;
  const [asked, now] = [await memoryOf(deps).doi(doi), deps.clock.now()];
  if (asked === null || isDue(asked, now, deps.harvestIntervalMs) || !isKept(state, asked)) {
    const recorded = await withPatience(signal, deps.patience, (asking) =>
      recordPublication(deps, { doi, links: [], facts, fallback: null, ask: 'due' }, caller, asking),
    );
    answered();
    if (recorded !== null) {
      if (recorded.outcome === 'unchanged') await confirmed(doi, recorded.at);
      else changed(doi);
      return;
    }
  } else if (asked.by !== null && asked.askedAt > lastFetchedAt) await confirmed(doi, asked.askedAt);

  if (facts === undefined) return;
  const said = { enrichment: facts?.enrichment ?? null, citedByCount: facts?.citedByCount ?? null };
  if (equal(said.enrichment, state.enrichment) && said.citedByCount === state.citedByCount) return;
  const command = { type: 'ConfirmFromProvider', doi, fetchedAt: now, links: [], ...said } as const;
  const { events } = await handle(deps, publicationAggregate, doi, command, causedBy(deps.ids, caller));
  if (events.length > 0) changed(doi);
};

/** One that fails is reported, and stops no other. Throws `Unavailable` when a store is away. */
export const lookAtPublications = async (deps: IngestionDeps, page: Page): Promise<void> => {
  const { rows, signal, failed, isOver } = page;
  const dois = rows.map(({ doi }) => doi);
  const facts = await withPatience(signal, deps.patience, (asking) => factsOf(deps, dois, asking)).catch(
    (error: unknown) => {
      failed(dois.join(' '), error);
      return null;
    },
  );
  await Promise.all(
    rows.map(async (row) => {
      if (isOver()) return;
      try {
        await lookAtPublication(deps, row, facts === null ? undefined : (facts.get(row.doi) ?? null), page);
      } catch (error) {
        if (error instanceof Unavailable) throw error;
        failed(row.doi, error);
      }
    }),
  );
};
