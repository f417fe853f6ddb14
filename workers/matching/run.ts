/**
 * Matches authors with people, again whenever either changes. A subscriber with a checkpoint of its own, at least once: what
 * it finds out are events, decided by the rules of a publication, so that doing it again changes nothing.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { loadState } from '../../commands/aggregate.ts';
import { handle, type Deps } from '../../commands/handle.ts';
import type { Log, StateStore } from '../../commands/ports.ts';
import { publicationAggregate } from '../../commands/publication.ts';
import { Refused } from '../../domain/errors.ts';
import { BEGINNING, type Position, type Recorded } from '../../domain/event.ts';
import { merge } from '../../domain/publication/overlay.ts';
import { catalogue } from '../../projections/catalogue/index.ts';
import { authorTerm, publications, type PublicationRow } from '../../projections/catalogue/publications.ts';
import type { ReadModels } from '../../projections/ports.ts';
import { candidateOf, everyCandidate, type KnownPerson } from '../../projections/queries/candidates.ts';
import { everyRow } from '../../projections/queries/everything.ts';
import { rowAs } from '../../projections/queries/page.ts';
import { waitForPosition } from '../../projections/queries/position.ts';
import { nameWords, peopleByName, type People } from './people.ts';
import { touchedBy } from './touched.ts';

export type MatchingDeps = Deps & {
  readonly readModels: ReadModels;
  readonly state: StateStore;
  readonly log: Log;
};

const CHECKPOINT = 'matching/checkpoint';
/** Publications gathered before they are matched: those of one harvest are touched several times each. */
const AT_ONCE = 200;
const ROWS_WITHIN_MS = 60_000;
/** Events, or milliseconds, after which what was found out is not found out again after a restart. */
const SETTLE_EVERY = 1_000;
const SETTLE_EVERY_MS = 5_000;

/** Of the last event that was dealt with. */
export const matchedUpTo = async (state: StateStore): Promise<Position> =>
  ((await state.get(CHECKPOINT))?.value as { readonly position: Position } | undefined)?.position ?? BEGINNING;

/** Why a publication is matched: the latest event that touched it. */
type Due = Map<string, { readonly workspace: string; readonly doi: string; readonly cause: Recorded }>;

/** The position of what was found out; null if that was known. */
const matchOne = async (
  deps: MatchingDeps,
  people: People,
  { workspace, doi, cause }: { readonly workspace: string; readonly doi: string; readonly cause: Recorded },
): Promise<Position | null> => {
  const loaded = await loadState(deps.events, publicationAggregate, workspace, doi);
  const { state } = loaded;
  if (state.status === 'absent') return null;
  const near = people.near(workspace, merge(state.original, state.overlay), state);
  const caller = {
    workspace,
    actor: { type: 'system', id: 'matching' } as const,
    correlationId: cause.metadata.correlationId,
    causationId: cause.id,
    commandId: deps.ids.next(),
  };
  try {
    const command = { type: 'MatchAuthors', people: near } as const;
    const { events, position } = await handle(deps, publicationAggregate, doi, command, caller, { loaded });
    return events.length === 0 ? null : position;
  } catch (error) {
    // Reset meanwhile, or changed by so many that it will be touched again.
    if (!(error instanceof Refused)) throw error;
    deps.log.debug({ workspace, err: error }, 'a publication was not matched');
    return null;
  }
};

/** The publications that list somebody of such a name, and those linked to them. */
const concerned = async function* (
  { readModels }: MatchingDeps,
  workspace: string,
  orcid: string,
  person: KnownPerson | null,
): AsyncIterable<string> {
  const dois = async function* (
    find: Parameters<typeof everyRow>[2],
    terms?: readonly string[],
  ): AsyncIterable<string> {
    for await (const row of everyRow(readModels, publications, find, ['doi'], terms))
      yield rowAs<Pick<PublicationRow, 'doi'>>(row).doi;
  };
  const inWorkspace = { field: 'workspace', eq: workspace } as const;
  yield* dois([{ field: 'personKeys', contains: `${workspace}~${orcid}` }]);
  // Those that were suggested under an earlier name.
  yield* dois([{ field: 'suggestedKeys', contains: `${workspace}~${orcid}` }]);
  for (const word of person === null ? [] : nameWords(person)) yield* dois([inWorkspace], [authorTerm(word)]);
};

/** A log that ends before what was matched is another one, restored from a backup: then everything is looked at again. */
const resumeAfter = async ({ events, state, log }: MatchingDeps): Promise<Position> => {
  const after = await matchedUpTo(state);
  const head = await events.head();
  if (after <= head) return after;
  log.error({ checkpoint: after, head }, 'matching had come further than the log goes, and begins again');
  await state.remove(CHECKPOINT);
  return BEGINNING;
};

/** Resolves when the signal is aborted. Throws `Unavailable` when a store is away. */
export const runMatching = async (deps: MatchingDeps, signal: AbortSignal): Promise<void> => {
  const after = await resumeAfter(deps);
  const shows = (position: Position): Promise<boolean> =>
    waitForPosition(deps.readModels, [catalogue], position, { timeoutMs: ROWS_WITHIN_MS, signal });
  // Rows that know less than this subscriber has seen would miss people.
  while (!(await shows(after))) if (signal.aborted) return;
  const people = peopleByName();
  for await (const person of everyCandidate(deps.readModels, null)) people.put(person);

  const due: Due = new Map();
  /** What another has found out may be late, and of people as they were: it is looked at again when it is met in the log. */
  const own = new Set<Position>();
  const matchDue = async (): Promise<void> => {
    for (const each of due.values()) {
      // The embedded stores answer at once: without a turn of the loop, nobody could say stop.
      await nextTurn();
      if (signal.aborted) return;
      const position = await matchOne(deps, people, each);
      if (position !== null) own.add(position);
    }
    due.clear();
  };
  const settle = async (position: Position): Promise<void> => {
    await matchDue();
    if (!signal.aborted) await deps.state.put(CHECKPOINT, { position });
  };
  const add = async (workspace: string, doi: string, cause: Recorded): Promise<void> => {
    due.set(`${workspace}~${doi}`, { workspace, doi, cause });
    if (due.size >= AT_ONCE) await matchDue();
  };

  let seen = after;
  let unsettled = 0;
  let settledAt = deps.clock.now();
  for await (const delivery of deps.events.subscribe({
    after,
    prefixes: ['publication-', 'person-', 'erasure-'],
    signal,
  })) {
    if (delivery.kind === 'caughtUp') {
      if (delivery.position > seen || due.size > 0) await settle(delivery.position);
      seen = delivery.position;
      continue;
    }
    const { event } = delivery;
    for (const touched of own.delete(event.position) ? [] : touchedBy(event)) {
      const { workspace } = touched;
      if (touched.kind === 'publication') {
        await add(workspace, touched.doi, event);
        continue;
      }
      const { orcid } = touched;
      while (!(await shows(event.position))) if (signal.aborted) return;
      const person = await candidateOf(deps.readModels, workspace, orcid);
      if (person === null) people.remove(workspace, orcid);
      else people.put(person);
      for await (const doi of concerned(deps, workspace, orcid, person)) {
        if (signal.aborted) return;
        await add(workspace, doi, event);
      }
    }
    unsettled += 1;
    // Of time too: whoever is stopped before so many events are done would begin again where the last one began.
    const now = deps.clock.now();
    if (unsettled < SETTLE_EVERY && Math.abs(now - settledAt) < SETTLE_EVERY_MS) continue;
    await settle(event.position);
    [unsettled, settledAt] = [0, now];
  }
};
