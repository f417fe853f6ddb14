/** Records one publication or work as the providers have it now. */
import { loadState, type Loaded } from '../../commands/aggregate.ts';
import { causedBy, type Caller } from '../../commands/caller.ts';
import { handle, type Deps } from '../../commands/handle.ts';
import { publicationAggregate } from '../../commands/publication.ts';
import { workAggregate } from '../../commands/work.ts';
import type { CslItem } from '../../domain/csl.ts';
import { isDue, type Answered } from '../../domain/ingestion/schedule.ts';
import type { Position } from '../../domain/event.ts';
import { namedOrcids } from '../../domain/publication/authors.ts';
import type { ProviderRecord, PublicationCommand } from '../../domain/publication/commands.ts';
import type { PublicationEvent, Source } from '../../domain/publication/events.ts';
import { mayBeHalfWritten } from '../../domain/publication/half-written.ts';
import type { Publication } from '../../domain/publication/state.ts';
import { authorsOmitted } from '../../domain/publication/trimming.ts';
import type { WorkEvent } from '../../domain/work/events.ts';
import { identifiersIn } from '../../domain/work/naming.ts';
import type { IngestionDeps } from './deps.ts';
import { describe, type Description } from './describe.ts';
import { digestOf, memoryOf, type AskedDoi } from './memory.ts';
import { oneAtATime } from './one-at-a-time.ts';
import type { Described, Facts } from './ports.ts';
import type { Planned } from './plan.ts';
import { asKept } from './trimming.ts';

export type Outcome = 'created' | 'refreshed' | 'unchanged';
export type Recorded = {
  readonly outcome: Outcome;
  /** Epoch ms of the provider's answer. */
  readonly at: number;
  readonly position: Position | null;
  /** False if what a provider said before was enough. */
  readonly isAsked: boolean;
};

type RecordDeps = Deps & Pick<IngestionDeps, 'providers' | 'readModels' | 'state' | 'harvestIntervalMs'>;
type Links = ProviderRecord['links'];

/** The iDs that the metadata themselves give their authors. */
const namedIn = (item: CslItem): Links =>
  namedOrcids(item).flatMap((orcid) => (orcid === null ? [] : [{ orcid, basis: 'metadata' }]));

export const outcomeOf = (events: readonly (PublicationEvent | WorkEvent)[]): Outcome => {
  if (events.some(({ type }) => type === 'PublicationAdded' || type === 'WorkAdded')) return 'created';
  return events.length > 0 ? 'refreshed' : 'unchanged';
};

const noteRetractions = async (deps: RecordDeps, { retracts }: Described, caller: Caller): Promise<void> => {
  for (const { doi, notice } of retracts)
    await handle(deps, publicationAggregate, doi, { type: 'NoteRetraction', doi, notice }, causedBy(deps.ids, caller));
};

/**
 * Where the record came from, so that the provider need not send it again. Not of a record that an older release may have left
 * half written, nor of one whose authors were trimmed: somebody among those left out may be registered by now.
 */
const knownSource = (state: Publication): Source | null =>
  state.status === 'absent' || mayBeHalfWritten(state) || authorsOmitted(state.original) > 0 ? null : state.source;

export type PublicationRequest = {
  readonly doi: string;
  /** Who the lists say wrote it. */
  readonly links: Links;
  /** Undefined = nobody could be asked; null = OpenAlex does not know it. */
  readonly facts: Facts | null | undefined;
  /** What a list says of it, if no provider describes it. */
  readonly fallback: Pick<Planned['listed'], 'summary' | 'from'> | null;
  /**
   * `everyone`: in their order, whatever they said before. `known`: who described it before those who have said that they do not
   * know it. `due`: as `known`, and no provider while that is not due and the workspace has what was said last. Default: `known`.
   */
  readonly ask?: 'everyone' | 'known' | 'due';
  /** Its provider has changed it after this answer (epoch ms), so it is due, unless somebody has asked since. */
  readonly changedAfter?: number | undefined;
  /** If it is new, it is hidden from the start. */
  readonly isHiddenIfNew?: boolean;
};

/** What a provider's answer asks of the publication as it was when its stream was read. */
export type Asked = {
  readonly loaded: Loaded<Publication>;
  readonly command: Extract<PublicationCommand, { readonly type: 'RecordFromProvider' | 'ConfirmFromProvider' }>;
  /** Epoch ms of the answer. */
  readonly at: number;
  /** Null if no provider described it. */
  readonly described: Described | null;
  /** Keeps what was said, of the publication as it is after the command; null if no provider was asked. */
  readonly remember: ((state: Publication) => Promise<void>) | null;
};

/** Whether the workspace has what the providers said last. */
export const isKept = (state: Publication, { by, digest }: AskedDoi): boolean =>
  state.status !== 'absent' && (by === null || digestOf(state.original) === digest);

/** What is kept of an answer. A workspace that had it all along knows since when it has not changed. */
const rememberedOf = (
  { by, notThere }: Description,
  before: AskedDoi | null,
  state: Publication,
  askedAt: number,
): AskedDoi => {
  const digest = by === null || state.status === 'absent' ? null : digestOf(state.original);
  const since = by === null || state.status === 'absent' ? askedAt : Math.min(state.fetchedAt, askedAt);
  const isSame = before?.by === by && before.digest === digest;
  return { askedAt, changedAt: isSame ? Math.min(before.changedAt, since) : since, by, digest, notThere };
};

const NOT_ASKED: Description = { answer: null, by: null, notThere: {} };

/** Null when no provider knows the DOI and there is no fallback. Throws `ProviderUnavailable`, `Unavailable`. */
export const askForPublication = async (
  deps: RecordDeps,
  { doi, links, facts, fallback, ask = 'known', changedAfter = -Infinity, isHiddenIfNew = false }: PublicationRequest,
  caller: Pick<Caller, 'workspace'>,
  signal: AbortSignal,
): Promise<Asked | null> => {
  const memory = memoryOf(deps);
  const loaded = await loadState(deps.events, publicationAggregate, caller.workspace, doi);
  const known = loaded.state.status === 'absent' ? null : loaded.state.source;
  const [own, before, now] = [knownSource(loaded.state), await memory.doi(doi), deps.clock.now()];
  const due = (answered: Answered): boolean => isDue(answered, now, deps.harvestIntervalMs);
  const isTimely = before !== null && !due(before) && before.askedAt > changedAfter;
  const isAsked = ask !== 'due' || !isTimely || own === null || !isKept(loaded.state, before);
  const notThere = ask === 'everyone' ? {} : (before?.notThere ?? {});
  const description = isAsked
    ? await describe(deps.providers, { doi, known: own, notThere, isDue: due, now }, signal)
    : NOT_ASKED;
  const { answer } = description;
  const remember = isAsked
    ? (state: Publication): Promise<void> =>
        memory.rememberDoi(doi, rememberedOf(description, before, state, answer?.fetchedAt ?? now))
    : null;
  const enriched =
    facts === undefined ? {} : { enrichment: facts?.enrichment ?? null, citedByCount: facts?.citedByCount ?? null };
  const asks = (
    command: Asked['command'],
    described: Described | null = null,
    at: number = command.fetchedAt,
  ): Asked => ({
    loaded,
    command: isHiddenIfNew ? { ...command, isHiddenIfNew } : command,
    at,
    described,
    remember,
  });

  if (!isAsked && before.by !== null)
    return asks({ type: 'ConfirmFromProvider', doi, fetchedAt: now, links, ...enriched }, null, before.askedAt);
  if (answer?.kind === 'unchanged') {
    const original = loaded.state.status === 'absent' ? null : loaded.state.original;
    const all = [...(original === null ? [] : namedIn(original)), ...links];
    return asks({ type: 'ConfirmFromProvider', doi, fetchedAt: answer.fetchedAt, links: all, ...enriched });
  }
  if (answer?.kind === 'described') {
    const { csl, source, fetchedAt, retractedBy: notices } = answer;
    const original = await asKept(deps.readModels, caller.workspace, csl);
    const record = { doi, original, source, fetchedAt, links: [...namedIn(original), ...links], notices };
    return asks({ type: 'RecordFromProvider', ...record, ...enriched }, answer);
  }
  if (fallback === null) {
    await remember?.(loaded.state);
    return null;
  }
  const listed = { doi, fetchedAt: deps.clock.now(), links, ...enriched };
  // Each author's list describes it in its own words: the one that was first is kept up, or they would take turns.
  if (known !== null && known.url !== fallback.from.url) return asks({ type: 'ConfirmFromProvider', ...listed });
  const original = { ...fallback.summary, DOI: doi };
  return asks({ type: 'RecordFromProvider', original, source: fallback.from, ...listed });
};

/** Null when no provider knows the DOI and there is no fallback. Throws `ProviderUnavailable`, and what `handle` throws. */
export const recordPublication = (
  deps: RecordDeps,
  request: PublicationRequest,
  caller: Caller,
  signal: AbortSignal,
): Promise<Recorded | null> => {
  const work = async (): Promise<Recorded | null> => {
    const asked = await askForPublication(deps, request, caller, signal);
    if (asked === null) return null;
    const { loaded, command, at, described, remember } = asked;
    const sent = causedBy(deps.ids, caller);
    const { events, position, state } = await handle(deps, publicationAggregate, request.doi, command, sent, {
      loaded,
    });
    if (described !== null) await noteRetractions(deps, described, caller);
    await remember?.(state);
    return { outcome: outcomeOf(events), at, position, isAsked: remember !== null };
  };
  // What one of its authors' jobs has just asked, the others need not ask.
  return request.ask === 'due' ? oneAtATime(deps.state, request.doi, work) : work();
};

/** A work without a DOI, as the list has it. Null if another item has superseded it. */
export const recordWork = async (
  deps: RecordDeps,
  key: string,
  { listed, basis, aliases }: Planned,
  orcid: string,
  caller: Caller,
): Promise<Recorded | null> => {
  const at = deps.clock.now();
  const command = {
    type: 'RecordWork',
    key,
    original: listed.summary,
    href: listed.href,
    source: listed.from,
    fetchedAt: at,
    links: basis === null ? [] : [{ orcid, basis }],
    identifiers: identifiersIn(aliases),
  } as const;
  const { events, position, state } = await handle(deps, workAggregate, key, command, causedBy(deps.ids, caller));
  return state.supersededBy === null ? { outcome: outcomeOf(events), at, position, isAsked: true } : null;
};
