/**
 * Results of requests to providers, shared by all workspaces, so that unchanged records are not requested again, and when the last one
 * was. It is in backups, but may be lost: then everything is requested once more. It contains iDs, so an erasure clears it.
 */
import { createHash } from 'node:crypto';
import type { StateStore } from '../../commands/ports.ts';
import { doiCheckKey, listsKey, workedThroughKey, type WorkedThrough } from '../../commands/last-checks.ts';
import { canonicalJson } from '../../domain/canonical-json.ts';
import { longestPause, type Answered } from '../../domain/ingestion/schedule.ts';
import type { Json } from '../../domain/json.ts';
import type { Source } from '../../domain/publication/events.ts';
import type { IngestionDeps } from './ports.ts';

export type MetadataProvider = 'crossref' | 'datacite' | 'openalex';

/**
 * Raised when the parsers read more of an answer than before: what was read by an earlier one is requested once more, without
 * conditions, since providers report an unchanged record as "not modified". 2: licences, funders, relations, keywords, affiliations.
 */
export const PARSER = 2;

type Read = {
  /** The `PARSER` that read the answer; default: the first. */
  readonly parser?: number;
};

/** Whether the answer was read as it would be now. */
export const isReadNow = ({ parser = 1 }: Read): boolean => parser === PARSER;

export type DoiCheck = Answered &
  Read & {
    /** The provider of the record; null if none has it. */
    readonly by: MetadataProvider | null;
    /** Digest of the stored record; null if no provider has it. */
    readonly digest: string | null;
    readonly notThere: Partial<Readonly<Record<MetadataProvider, Answered>>>;
  };

/** A person's ORCID record, and the lists of works of two sources. */
export type ListName = 'person' | 'orcid' | 'openalex';

export type ListCheck = Read & {
  /** Epoch ms. */
  readonly askedAt: number;
  readonly outcome: 'listed' | 'notThere';
  readonly digest: string;
  /** For conditional requests; null if the response had no validator for the whole list. */
  readonly source: Source | null;
};

export type ListChecks = Partial<Readonly<Record<ListName, ListCheck>>>;

/** A record expires after this many of the longest pauses. */
const KEPT_FOR = 2;
const DIGEST_CHARACTERS = 24;

export const digestOf = (value: unknown): string =>
  createHash('sha256').update(canonicalJson(value)).digest('base64url').slice(0, DIGEST_CHARACTERS);

export const providerChecksOf = ({ state, harvestIntervalMs }: Pick<IngestionDeps, 'state' | 'harvestIntervalMs'>) => {
  const ttlMs = KEPT_FOR * longestPause(harvestIntervalMs);
  const get = async <T>(key: string): Promise<T | null> => ((await state.get(key))?.value ?? null) as T | null;
  const put = async (key: string, value: object): Promise<void> =>
    void (await state.put(key, value as Json, { ttlMs }));
  return {
    doi: (doi: string) => get<DoiCheck>(doiCheckKey(doi)),
    rememberDoi: (doi: string, check: DoiCheck) => put(doiCheckKey(doi), check),
    lists: async (orcid: string) => (await get<ListChecks>(listsKey(orcid))) ?? {},
    rememberLists: (orcid: string, checks: ListChecks) => put(listsKey(orcid), checks),
    workedThrough: (workspace: string, orcid: string) => get<WorkedThrough>(workedThroughKey(workspace, orcid)),
    rememberWorkedThrough: (workspace: string, orcid: string, worked: WorkedThrough) =>
      put(workedThroughKey(workspace, orcid), worked),
  };
};

/** Removes records with an erased iD. Other workspaces that have the person request its lists again. */
export const forgetChecks = async (state: Pick<StateStore, 'remove'>, workspace: string, orcid: string) => {
  await state.remove(listsKey(orcid));
  await state.remove(workedThroughKey(workspace, orcid));
};
