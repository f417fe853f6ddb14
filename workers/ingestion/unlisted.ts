/**
 * Unlinks works that are missing from a person's ORCID list if that list was the only evidence. A list that loses half of its works
 * or more at once is more likely broken than correct, so all links are kept until staff confirm the loss.
 */
import { causedBy, type Caller } from '../../commands/caller.ts';
import { loadState } from '../../commands/aggregate.ts';
import { handle } from '../../commands/handle.ts';
import { publicationAggregate } from '../../commands/publication.ts';
import { workAggregate } from '../../commands/work.ts';
import type { Item } from '../../domain/identifier/events.ts';
import { nameOf } from '../../domain/identifier/identifier.ts';
import { catalogue } from '../../projections/catalogue/index.ts';
import { waitForPosition } from '../../projections/queries/position.ts';
import { worksProjection } from '../../projections/works.ts';
import { itemsOfPerson } from '../../projections/queries/items-of-person.ts';
import type { Job } from '../../domain/ingestion/state.ts';
import type { IngestionDeps } from './deps.ts';

type Deps = Pick<IngestionDeps, 'events' | 'clock' | 'ids' | 'readModels' | 'log'>;

/** All items recorded by a job. */
export type ListedItems = {
  /** In any of the lists. */
  readonly all: readonly Item[];
  /** In the person's ORCID list. */
  readonly byOrcid: readonly Item[];
};

const EVIDENCE = 'orcid_list';

const withdrawing = (orcid: string) => ({ type: 'WithdrawEvidence', orcid, basis: EVIDENCE }) as const;

type Withdrawal = {
  /** The list is the evidence that the link rests on. */
  readonly isEvidence: boolean;
  /** Without it, the person is no longer linked. */
  readonly unlinks: boolean;
};

/** What it changes to withdraw the list as evidence. */
const withdrawalFrom = async ({ events }: Deps, workspace: string, orcid: string, item: Item): Promise<Withdrawal> => {
  if ('doi' in item) {
    const { state } = await loadState(events, publicationAggregate, workspace, item.doi);
    const decided = state.status === 'absent' ? [] : publicationAggregate.decider.decide(withdrawing(orcid), state);
    return { isEvidence: decided.length > 0, unlinks: decided.some(({ type }) => type === 'AuthorUnlinked') };
  }
  const { state } = await loadState(events, workAggregate, workspace, item.work);
  const links =
    state.status === 'absent' || state.supersededBy !== null ? [] : state.links.filter((link) => link.orcid === orcid);
  const isOnly = links.length > 0 && links.every(({ basis }) => basis === EVIDENCE);
  return { isEvidence: isOnly, unlinks: isOnly };
};

/** How long a job waits for the rows to show what it has recorded. */
const VISIBLE_WITHIN_MS = 30_000;

/**
 * Returns the number of lost works that stay linked until staff confirm; null if the rows are too far behind to tell, and nothing was
 * unlinked. Throws `Unavailable`, and the reason of the signal: another worker may have seen the works listed again.
 */
export const unlinkUnlisted = async (
  deps: Deps,
  { orcid, acceptsLosses }: Pick<Job, 'orcid' | 'acceptsLosses'>,
  listed: ListedItems,
  caller: Caller,
  signal: AbortSignal,
): Promise<number | null> => {
  const { workspace } = caller;
  const rows = { timeoutMs: VISIBLE_WITHIN_MS, signal };
  const isShown = await waitForPosition(deps.readModels, [catalogue, worksProjection], await deps.events.head(), rows);
  signal.throwIfAborted();
  if (!isShown) return null;
  const [all, byOrcid] = [new Set(listed.all.map(nameOf)), new Set(listed.byOrcid.map(nameOf))];
  const missing: Item[] = [];
  let [lost, stillListed] = [0, 0];
  for await (const item of itemsOfPerson(deps.readModels, workspace, orcid)) {
    signal.throwIfAborted();
    if (byOrcid.has(nameOf(item))) stillListed += 1;
    if (all.has(nameOf(item))) continue;
    const { isEvidence, unlinks } = await withdrawalFrom(deps, workspace, orcid, item);
    if (isEvidence) missing.push(item);
    if (unlinks) lost += 1;
  }
  if (lost > 0 && lost >= stillListed && !acceptsLosses) {
    const fields = { workspace, correlationId: caller.correlationId, missing: lost, stillListed };
    deps.log.warn(fields, 'an ORCID list has lost half of its works or more: nothing is unlinked');
    return lost;
  }
  for (const item of missing) {
    signal.throwIfAborted();
    const [command, sent] = [withdrawing(orcid), causedBy(deps.ids, caller)];
    await ('doi' in item
      ? handle(deps, publicationAggregate, item.doi, command, sent)
      : handle(deps, workAggregate, item.work, command, sent));
  }
  return 0;
};
