/**
 * Unlinks works that are missing from all lists of a person if a list was the only evidence. A list that loses half of its works or
 * more at once is more likely broken than correct, so its links are kept until staff confirm the loss.
 */
import { causedBy, type Caller } from '../../commands/caller.ts';
import { loadState } from '../../commands/aggregate.ts';
import { handle } from '../../commands/handle.ts';
import { publicationAggregate } from '../../commands/publication.ts';
import { Refused } from '../../domain/errors.ts';
import { catalogue } from '../../projections/catalogue/index.ts';
import { waitForPosition } from '../../projections/queries/position.ts';
import { itemsOfPerson } from '../../projections/queries/items-of-person.ts';
import type { Job } from '../../domain/ingestion/state.ts';
import type { LinkBasis } from '../../domain/publication/events.ts';
import type { IngestionDeps, ListedWork } from './ports.ts';

type Deps = Pick<IngestionDeps, 'events' | 'clock' | 'ids' | 'readModels' | 'log'>;

type ListSource = ListedWork['source'];

/** An item that a job has recorded, by its DOI or key, and which lists have it. */
export type ListedItem = { readonly id: string; readonly sources: readonly ListSource[] };

type Lists = {
  /** Those that were read and processed completely: only they show what is missing. */
  readonly whole: readonly ListSource[];
  readonly listed: readonly ListedItem[];
};

const BASES = { orcid: 'orcid_list', openalex: 'openalex_list' } as const satisfies Record<ListSource, LinkBasis>;

const withdrawing = (orcid: string, source: ListSource) =>
  ({ type: 'WithdrawEvidence', orcid, basis: BASES[source] }) as const;

/** An item that no list has, although its link rests on one. */
type Missing = {
  readonly id: string;
  readonly source: ListSource;
  /** False if the metadata name the iD too. */
  readonly unlinks: boolean;
};

/** Null if the link rests on other evidence, or on a list that may still have the item. */
const missingFrom = async (
  { events }: Deps,
  workspace: string,
  orcid: string,
  id: string,
  whole: readonly ListSource[],
): Promise<Missing | null> => {
  const { state } = await loadState(events, publicationAggregate, workspace, id);
  if (state.status === 'absent') return null;
  for (const source of whole) {
    const decided = publicationAggregate.decider.decide(withdrawing(orcid, source), state);
    if (decided.length > 0) return { id, source, unlinks: decided.some(({ type }) => type === 'AuthorUnlinked') };
  }
  return null;
};

/**
 * Half of the works or more. OpenAlex corrects one work at a time, and many people have a single work by its list alone, so one may
 * be missing from it.
 */
const isSuspicious = (source: ListSource, lost: number, stillListed: number): boolean =>
  lost > (source === 'openalex' ? 1 : 0) && lost >= stillListed;

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
  { whole, listed }: Lists,
  caller: Caller,
  { signal, goOn, withinMs: timeoutMs = VISIBLE_WITHIN_MS }: UnlinkOptions,
): Promise<number> => {
  const { workspace } = caller;
  if (whole.length === 0) return 0;
  const head = await deps.events.head();
  const isShown = await waitForPosition(deps.readModels, [catalogue], head, { timeoutMs, signal });
  signal.throwIfAborted();
  if (!isShown)
    throw new Refused('conflict', ROWS_BEHIND, 'the listings are too far behind to tell which works the list has lost');
  const sourcesOf = new Map(listed.map(({ id, sources }) => [id, sources]));
  const missing: Missing[] = [];
  const stillListed = { orcid: 0, openalex: 0 };
  for await (const id of itemsOfPerson(deps.readModels, workspace, orcid)) {
    signal.throwIfAborted();
    const sources = sourcesOf.get(id);
    for (const source of sources ?? []) stillListed[source] += 1;
    const lost = sources === undefined ? await missingFrom(deps, workspace, orcid, id, whole) : null;
    if (lost !== null) missing.push(lost);
  }
  const lostBy = (source: ListSource): number =>
    missing.filter((each) => each.unlinks && each.source === source).length;
  const kept = acceptsLosses ? [] : whole.filter((each) => isSuspicious(each, lostBy(each), stillListed[each]));
  for (const source of kept)
    deps.log.warn(
      {
        workspace,
        correlationId: caller.correlationId,
        source,
        missing: lostBy(source),
        stillListed: stillListed[source],
      },
      'a list has lost half of its works or more: none of them is unlinked',
    );
  for (const { id, source } of missing) {
    if (kept.includes(source)) continue;
    signal.throwIfAborted();
    await goOn();
    await handle(deps, publicationAggregate, id, withdrawing(orcid, source), causedBy(deps.ids, caller));
  }
  return kept.reduce((sum, source) => sum + lostBy(source), 0);
};
