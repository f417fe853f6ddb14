/** Looks at a page of publications by DOI: describes those that are due or have changed, and takes what OpenAlex says of all of them. */
import { causedBy, type Caller } from '../../../commands/caller.ts';
import { handle } from '../../../commands/handle.ts';
import { publicationAggregate } from '../../../commands/publication.ts';
import { equal } from '../../../domain/equal.ts';
import { Unavailable } from '../../../domain/errors.ts';
import type { PublicationRow } from '../../../projections/catalogue/publications.ts';
import { allEnded } from '../../together.ts';
import type { IngestionDeps } from '../deps.ts';
import { factsOf } from '../facts.ts';
import { withPatience } from '../patience.ts';
import type { Facts } from '../ports.ts';
import { recordPublication } from '../record.ts';
import type { AskForChanges } from './changes.ts';
import type { Findings } from './findings.ts';
import { lookedUp, waitingIn, type Looked } from './page.ts';

export type PublicationsOptions = {
  readonly caller: Caller;
  readonly findings: Findings;
  readonly changes: AskForChanges;
  readonly signal: AbortSignal;
};

/** What the page's two questions were answered. `facts` undefined: OpenAlex could not be asked. */
type Said = { readonly facts: Facts | null | undefined; readonly hasChanged: boolean };

const lookAtPublication = async (
  deps: IngestionDeps,
  { row: { doi, view, lastFetchedAt = 0 }, asked, isDue }: Looked,
  { facts, hasChanged }: Said,
  { caller, findings, signal }: PublicationsOptions,
): Promise<void> => {
  if (view === null) return;
  const { state } = view;
  if (asked === null || isDue || hasChanged) {
    const changedAfter = hasChanged ? asked?.askedAt : undefined;
    const recorded = await withPatience(signal, deps.patience, (asking) =>
      recordPublication(deps, { doi, links: [], facts, fallback: null, ask: 'due', changedAfter }, caller, asking),
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
  const command = { type: 'ConfirmFromProvider', doi, fetchedAt: deps.clock.now(), links: [], ...said } as const;
  const { events } = await handle(deps, publicationAggregate, doi, command, causedBy(deps.ids, caller));
  if (events.length > 0) findings.changed();
};

/** One that fails is reported, and stops no other. Throws `Unavailable` when a store is away, after the looks under way have ended. */
export const lookAtPublications = async (
  deps: IngestionDeps,
  rows: readonly PublicationRow[],
  options: PublicationsOptions,
): Promise<void> => {
  const { changes, findings, signal } = options;
  const dois = rows.map(({ doi }) => doi);
  const page = await lookedUp(deps, rows);
  const report = (error: unknown): null => {
    findings.failed({ doi: dois.join(' ') }, error);
    return null;
  };
  const [facts, changed] = await Promise.all([
    withPatience(signal, deps.patience, (asking) => factsOf(deps, dois, asking)).catch(report),
    changes(waitingIn(page)).catch(report),
  ]);
  await allEnded(
    page.map(async (looked) => {
      if (findings.isOver()) return;
      const { doi } = looked.row;
      const said: Said = {
        facts: facts === null ? undefined : (facts.get(doi) ?? null),
        hasChanged: changed?.has(doi) === true,
      };
      try {
        await lookAtPublication(deps, looked, said, options);
      } catch (error) {
        if (error instanceof Unavailable) throw error;
        findings.failed({ doi }, error);
      }
    }),
  );
};
