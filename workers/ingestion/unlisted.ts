/**
 * Unlinks works that are missing from a person's ORCID list if that list was the only evidence. A list that loses half of its works
 * or more at once is more likely broken than correct, so all links are kept until staff confirm the loss.
 */
import { causedBy, type Caller } from '../../commands/caller.ts';
import { loadState } from '../../commands/aggregate.ts';
import { handle } from '../../commands/handle.ts';
import { publicationAggregate } from '../../commands/publication.ts';
import { workAggregate } from '../../commands/work.ts';
import { Refused } from '../../domain/errors.ts';
import type { Item } from '../../domain/identifier/events.ts';
import { nameOf } from '../../domain/identifier/identifier.ts';
import { catalogue } from '../../projections/catalogue/index.ts';
import { waitForPosition } from '../../projections/queries/position.ts';
import { worksProjection } from '../../projections/works.ts';
import { itemsOfPerson } from '../../projections/queries/items-of-person.ts';
import type { Job } from '../../domain/ingestion/state.ts';
import type { IngestionDeps } from './ports.ts';

type Deps = Pick<IngestionDeps, 'events' | 'clock' | 'ids' | 'readModels' | 'log'>;

/** All items recorded by a job. `byOrcid`: those in the person's ORCID list. */
export type ListedItems = { readonly all: readonly Item[]; readonly byOrcid: readonly Item[] };

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

export const ROWS_BEHIND = 'rows_behind';
const VISIBLE_WITHIN_MS = 30_000;

type UnlinkOptions = {
  readonly signal: AbortSignal;
  /** Called before each item. Throws `RightsEnded`, which leaves the rest linked. */
  readonly goOn: () => Promise<void>;
  /** How long to wait for the rows to show what the job has recorded. */
  readonly withinMs?: number;
};

/**
 * Returns the number of lost works that stay linked until staff confirm. Throws `Refused('conflict')` if the rows are too far behind,
 * `Unavailable`, and the signal's reason: another worker may have found the works listed again.
 */
export const unlinkUnlisted = async (
  deps: Deps,
  { orcid, acceptsLosses }: Pick<Job, 'orcid' | 'acceptsLosses'>,
  listed: ListedItems,
  caller: Caller,
  { signal, goOn, withinMs: timeoutMs = VISIBLE_WITHIN_MS }: UnlinkOptions,
): Promise<number> => {
  const { workspace } = caller;
  const [rows, head] = [[catalogue, worksProjection], await deps.events.head()];
  const isShown = await waitForPosition(deps.readModels, rows, head, { timeoutMs, signal });
  signal.throwIfAborted();
  if (!isShown)
    throw new Refused('conflict', ROWS_BEHIND, 'the listings are too far behind to tell which works the list has lost');
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
    await goOn();
    const [command, sent] = [withdrawing(orcid), causedBy(deps.ids, caller)];
    await ('doi' in item
      ? handle(deps, publicationAggregate, item.doi, command, sent)
      : handle(deps, workAggregate, item.work, command, sent));
  }
  return 0;
};
