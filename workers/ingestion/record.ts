/** Records one publication or work as the providers currently describe it. */
import { type Loaded, loadState } from '../../commands/aggregate.ts';
import { isHidden, standInFor } from '../../commands/alias.ts';
import { type Caller, causedBy } from '../../commands/caller.ts';
import { type Deps, handle } from '../../commands/handle.ts';
import { publicationAggregate } from '../../commands/publication.ts';
import { join } from '../../commands/work-identity/supersede.ts';
import type { CslItem } from '../../domain/csl.ts';
import { Refused, Unavailable } from '../../domain/errors.ts';
import type { Position } from '../../domain/event.ts';
import { type Answered, isDue } from '../../domain/ingestion/schedule.ts';
import { RECORD } from '../../domain/limits.ts';
import { authorsOf, namedOrcids } from '../../domain/publication/authors.ts';
import { describedOf } from '../../domain/publication/completing.ts';
import { isAmong } from '../../domain/publication/matching.ts';
import type { ProviderRecord, PublicationCommand } from '../../domain/publication/commands.ts';
import type { PublicationEvent, Source } from '../../domain/publication/events.ts';
import type { Publication } from '../../domain/publication/state.ts';
import { authorsOmitted, hasTooManyAuthors, trimmed } from '../../domain/publication/trimming.ts';
import { identifiersIn } from '../../domain/publication/naming.ts';
import type { ReadModels } from '../../projections/ports.ts';
import { everyCandidate } from '../../projections/queries/candidates.ts';
import { oneAtATime } from '../together.ts';
import { joinAgreeing } from './agreeing.ts';
import { fetchMetadata, type FetchResult } from './fetch-metadata.ts';
import type { Planned } from './plan.ts';
import type { Described, Facts, IngestionDeps } from './ports.ts';
import { digestOf, type DoiCheck, isReadNow, PARSER, providerChecksOf } from './provider-checks.ts';

/**
 * Trims records with very many authors, keeping every author that matches a person of the workspace. Returns other records unchanged. Throws `Refused('invalid')` above the limit of readable authors, and `Unavailable`.
 */
const asKept = async (readModels: ReadModels, workspace: string, record: CslItem): Promise<CslItem> => {
  if (!hasTooManyAuthors(record)) return record;
  const count = record.author?.length ?? 0;
  if (count > RECORD.authorsRead)
    throw new Refused(
      'invalid',
      'record_too_large',
      `the record has ${count} authors; at most ${RECORD.authorsRead} are read`,
    );
  const authors = authorsOf(record);
  const registered = new Set<number>();
  for await (const { names } of everyCandidate(readModels, workspace))
    for (const place of authors.find(names, true).places) registered.add(place);
  return trimmed(record, registered);
};

export type Outcome = 'created' | 'refreshed' | 'unchanged';
export type Recorded = {
  readonly outcome: Outcome;
  readonly position: Position | null;
};

/** The DOI is an alias of `primary`. `isHidden`: staff do not show what they have under the alias. */
export type AliasOf = { readonly primary: string; readonly isHidden: boolean };

type RecordDeps = Deps & Pick<IngestionDeps, 'providers' | 'readModels' | 'state' | 'harvestIntervalMs'>;
type Links = ProviderRecord['links'];
type Evidence = Pick<ProviderRecord, 'links' | 'unnamed'>;

/** The authors' iDs in the metadata. */
const namedIn = (item: CslItem): Links =>
  namedOrcids(item).flatMap((orcid) => (orcid === null ? [] : [{ orcid, basis: 'metadata' }]));

/** Links the person whom OpenAlex's list has if an entry of the record has their name; else they are suggested. */
const evidenceIn = (
  record: CslItem | undefined,
  { links, sought = null }: Pick<PublicationRequest, 'links' | 'sought'>,
): Evidence => {
  if (sought === null) return { links };
  const { orcid, names } = sought;
  const authors = authorsOf(record ?? { type: 'document' });
  const found = authors.find(names, true);
  const isNamed = !found.passedOver && isAmong(authors, orcid, 'openalex_list', found);
  return isNamed ? { links: [...links, { orcid, basis: 'openalex_list' }] } : { links, unnamed: [orcid] };
};

export const outcomeOf = (events: readonly PublicationEvent[]): Outcome => {
  if (events.some(({ type }) => type === 'PublicationAdded')) return 'created';
  return events.some(({ type }) => type !== 'PublicationConfirmed') ? 'refreshed' : 'unchanged';
};

const noteRetractions = async (deps: RecordDeps, { retracts }: Described, caller: Caller): Promise<void> => {
  for (const { doi, notice } of retracts)
    await handle(deps, publicationAggregate, doi, { type: 'NoteRetraction', doi, notice }, causedBy(deps.ids, caller));
};

/**
 * The source of the current record, for a conditional request. Null with trimmed authors: an omitted one may be registered by now; and
 * if it is not the latest, which another workspace may have: a provider that has not changed it since would say no more.
 */
const knownSource = (state: Publication, check: DoiCheck | null): Source | null =>
  state.status === 'absent' || authorsOmitted(state.original) > 0 || check === null || !isKept(state, check)
    ? null
    : state.source;

/** What is recorded stays recorded if the rows cannot be read: the next answer about it looks for its like again. */
const joinIfReadable = async (...asked: Parameters<typeof joinAgreeing>): Promise<void> => {
  try {
    await joinAgreeing(...asked);
  } catch (error) {
    if (!(error instanceof Unavailable)) throw error;
  }
};

export type PublicationRequest = {
  readonly doi: string;
  /** The authors according to the lists. */
  readonly links: Links;
  /** The person whom OpenAlex's list has, if it cut their name off. Default: null. */
  readonly sought?: { readonly orcid: string; readonly names: readonly string[] } | null;
  /** Undefined = OpenAlex was unavailable; null = OpenAlex does not know it. */
  readonly facts: Facts | null | undefined;
  /** A list's description, used if no provider has the DOI. */
  readonly fallback: Pick<Planned['listed'], 'summary' | 'from'> | null;
  /**
   * `everyone`: all providers in order, whatever they returned before, since staff or a key ask for exactly this record. `known`: providers that returned "not there" come last. `due`:
   * as `known`, but sends no request if none is due and the workspace has the latest record. Default: `known`.
   */
  readonly ask?: 'everyone' | 'known' | 'due';
  /** The provider changed it after this response (epoch ms), so it is due, unless it was requested since. */
  readonly changedAfter?: number | undefined;
  readonly isHiddenIfNew?: boolean;
};

/** The command that a provider's response leads to, given the publication as it was read. */
type PublicationUpdate = {
  readonly loaded: Loaded<Publication>;
  readonly command: Extract<PublicationCommand, { readonly type: 'RecordFromProvider' | 'ConfirmFromProvider' }>;
  /** Null if no provider sent a record. */
  readonly described: Described | null;
  /** Saves the response, given the publication after the command; null if no request was sent. */
  readonly remember: ((state: Publication) => Promise<void>) | null;
};

/** Whether the workspace has the latest record from the providers, with all that is read of it now. */
export const isKept = (state: Publication, check: DoiCheck): boolean =>
  state.status !== 'absent' &&
  (check.by === null || (isReadNow(check) && digestOf(describedOf(state)) === check.digest));

/** The check to save. If the workspace already had this record, its own date tells how long it has been unchanged. */
const rememberedOf = ({ by, notThere }: FetchResult, before: DoiCheck | null, state: Publication, askedAt: number) => {
  const digest = by === null || state.status === 'absent' ? null : digestOf(describedOf(state));
  const since = by === null || state.status === 'absent' ? askedAt : Math.min(state.fetchedAt, askedAt);
  const isSame = before?.by === by && before.digest === digest;
  return {
    askedAt,
    changedAt: isSame ? Math.min(before.changedAt, since) : since,
    by,
    digest,
    notThere,
    parser: PARSER,
  };
};

const NOT_FETCHED: FetchResult = { answer: null, by: null, notThere: {}, knownAs: null };

export const NOT_A_PUBLICATION = 'not_a_publication';

/**
 * Null if no provider knows the DOI and there is no fallback. An alias changes nothing. Throws `ProviderUnavailable`, `Unavailable`, and `Refused('invalid')` for the
 * DOI of something else.
 */
export const fetchPublication = async (
  deps: RecordDeps,
  request: PublicationRequest,
  caller: Pick<Caller, 'workspace'>,
  signal: AbortSignal,
): Promise<PublicationUpdate | AliasOf | null> => {
  const { doi, facts, fallback, ask = 'known', changedAfter = -Infinity, isHiddenIfNew = false } = request;
  const stored = providerChecksOf(deps);
  const loaded = await loadState(deps.events, publicationAggregate, caller.workspace, doi);
  const { supersededBy } = loaded.state;
  if (supersededBy !== undefined) return { primary: supersededBy, isHidden: false };
  const present = loaded.state.status === 'absent' ? null : loaded.state;
  const [before, now] = [await stored.doi(doi), deps.clock.now()];
  const own = knownSource(loaded.state, before);
  const due = (answered: Answered): boolean => isDue(answered, now, deps.harvestIntervalMs);
  const isTimely = before !== null && !due(before) && before.askedAt > changedAfter;
  const isFetched = ask !== 'due' || !isTimely || own === null || !isKept(loaded.state, before);
  const notThere = ask === 'everyone' ? {} : (before?.notThere ?? {});
  const metadata = isFetched
    ? await fetchMetadata(deps.providers, { doi, known: own, notThere, isDue: due, now }, signal)
    : NOT_FETCHED;
  const { answer, knownAs } = metadata;
  if (knownAs !== null) {
    const primary = await standInFor(deps.events, caller.workspace, { doi, state: loaded.state }, knownAs);
    if (primary !== null) return { primary, isHidden: isHidden(loaded.state) };
  }
  const remember = isFetched
    ? (state: Publication): Promise<void> =>
        stored.rememberDoi(doi, rememberedOf(metadata, before, state, answer?.fetchedAt ?? now))
    : null;
  const enriched =
    facts === undefined ? {} : { enrichment: facts?.enrichment ?? null, citedByCount: facts?.citedByCount ?? null };
  const update = (command: PublicationUpdate['command'], described: Described | null = null): PublicationUpdate => {
    const sent = { ...command, ...(isHiddenIfNew && { isHiddenIfNew }), ...(ask === 'everyone' && { isAsked: true }) };
    return { loaded, command: sent, described, remember };
  };

  const known = evidenceIn(present?.original, request);
  if (!isFetched && before.by !== null)
    return update({ type: 'ConfirmFromProvider', doi, fetchedAt: now, ...known, ...enriched });
  if (answer?.kind === 'unchanged') {
    const all = [...known.links, ...(present === null ? [] : namedIn(present.original))];
    return update({
      ...{ type: 'ConfirmFromProvider', doi, fetchedAt: answer.fetchedAt, ...known, links: all, ...enriched },
    });
  }
  if (answer?.kind === 'notAPublication') {
    await remember?.(loaded.state);
    // A recheck leaves what an earlier release has recorded.
    if (ask === 'due' && fallback === null) return null;
    throw new Refused('invalid', NOT_A_PUBLICATION, `${doi} is the DOI of a ${answer.what}, not of a publication`, {
      field: 'doi',
    });
  }
  if (answer?.kind === 'described') {
    const { csl, source, fetchedAt, retractedBy: notices } = answer;
    const original = await asKept(deps.readModels, caller.workspace, csl);
    const evidence = evidenceIn(original, request);
    const all = [...evidence.links, ...namedIn(original)];
    const record = { doi, original, source, fetchedAt, ...evidence, links: all, notices };
    return update({ type: 'RecordFromProvider', ...record, ...enriched }, answer);
  }
  if (fallback === null) {
    await remember?.(loaded.state);
    return null;
  }
  const original = { ...fallback.summary, DOI: doi };
  const listed = { doi, original, source: fallback.from, fetchedAt: deps.clock.now(), isOfList: true };
  return update({ type: 'RecordFromProvider', ...listed, ...enriched, ...evidenceIn(original, request) });
};

/** Null if no provider knows the DOI and there is no fallback. An alias changes nothing. Throws `ProviderUnavailable`, and what `handle` throws. */
export const recordExactly = (
  deps: RecordDeps,
  request: PublicationRequest,
  caller: Caller,
  signal: AbortSignal,
): Promise<Recorded | AliasOf | null> => {
  const work = async (): Promise<Recorded | AliasOf | null> => {
    const update = await fetchPublication(deps, request, caller, signal);
    if (update === null || 'primary' in update) return update;
    const { loaded, command, described, remember } = update;
    const sent = causedBy(deps.ids, caller);
    const { events, position, state } = await handle(deps, publicationAggregate, request.doi, command, sent, {
      loaded,
    });
    if (described !== null) {
      await noteRetractions(deps, described, caller);
      await joinIfReadable(deps, request.doi, caller);
    }
    await remember?.(state);
    return { outcome: outcomeOf(events), position };
  };
  // Jobs of co-authors wait for each other, so that one request serves them all.
  return request.ask === 'due' ? oneAtATime(deps.state, request.doi, work) : work();
};

/** Bounds how far an alias of an alias is followed. */
const MOST_ALIASES = 5;

/** The same under the primary DOI if it is an alias, which is then superseded; `doi`: the one recorded. */
export const recordPublication = async (
  deps: RecordDeps,
  request: PublicationRequest,
  caller: Caller,
  signal: AbortSignal,
): Promise<(Recorded & { readonly doi: string }) | null> => {
  const aliases: string[] = [];
  let asked = request;
  while (aliases.length <= MOST_ALIASES) {
    const { doi } = asked;
    const recorded = await recordExactly(deps, asked, caller, signal);
    if (recorded === null) return null;
    if (!('primary' in recorded)) {
      for (const alias of aliases) await join(deps, alias, { by: doi }, caller);
      return { ...recorded, doi };
    }
    aliases.push(doi);
    const isHiddenIfNew = recorded.isHidden || asked.isHiddenIfNew === true;
    // Facts and changes were those of the alias.
    asked = { ...asked, doi: recorded.primary, facts: undefined, changedAfter: undefined, isHiddenIfNew };
  }
  throw new Refused('conflict', 'alias_circle', `the DOIs that ${request.doi} is known as lead in a circle`);
};

/** Records a work without a DOI as the list describes it. Null if another item has superseded it. */
export const recordWork = async (
  deps: RecordDeps,
  key: string,
  { listed, basis, aliases }: Planned,
  orcid: string,
  caller: Caller,
): Promise<Recorded | null> => {
  const original = await asKept(deps.readModels, caller.workspace, listed.summary);
  const own: Links = basis === null ? [] : [{ orcid, basis }];
  const command = {
    type: 'RecordFromProvider',
    doi: key,
    original,
    source: listed.from,
    fetchedAt: deps.clock.now(),
    links: [...own, ...namedIn(original)],
    identifiers: identifiersIn(aliases),
    isOfList: true,
  } as const;
  const { events, position, state } = await handle(
    deps,
    publicationAggregate,
    key,
    command,
    causedBy(deps.ids, caller),
  );
  if (state.supersededBy !== undefined) return null;
  const outcome = outcomeOf(events);
  if (outcome === 'created') await joinIfReadable(deps, key, caller);
  return { outcome, position };
};
