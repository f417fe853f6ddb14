/** What ingestion needs from the providers of bibliographic metadata, and its other dependencies. */
import type { Deps } from '../../commands/handle.ts';
import type { Log, StateStore } from '../../commands/ports.ts';
import type { CslItem } from '../../domain/csl.ts';
import type { Enrichment, Provider, RetractionNotice, Source } from '../../domain/publication/events.ts';
import type { ReadModels } from '../../projections/ports.ts';

/** Codes of answers that a retry would not change. */
const UNUSABLE: ReadonlySet<string> = new Set([
  ...['not_json', 'too_large', 'too_deep', 'too_slow', 'too_many', 'unexpected_shape', 'redirected', 'locked', 'moved'],
]);

/** A provider is unavailable or returned an unusable response. Never treated as "not there". */
export class ProviderUnavailable extends Error {
  override readonly name = 'ProviderUnavailable';
  readonly provider: Provider;
  /**
   * Stable. Passing: `timeout`, `rate_limited`, `server_error`, `connection`, `refused`, `closed`. Unusable: `not_json`,
   * `too_large`, `too_deep`, `too_slow`, `too_many`, `unexpected_shape`, `redirected`. `locked`: the record is closed. `moved`: the iD was
   * merged into another.
   */
  readonly code: string;
  /** The pause requested by the provider; null if none. */
  readonly retryAfterMs: number | null;

  constructor(provider: Provider, code: string, message: string, retryAfterMs: number | null = null) {
    super(`${provider}: ${message}`);
    this.provider = provider;
    this.code = code;
    this.retryAfterMs = retryAfterMs;
  }

  /** Whether a later retry may succeed; unusable responses are permanent. */
  get isPassing(): boolean {
    return !UNUSABLE.has(this.code);
  }
}

/** A person's ORCID record; any part may be missing. */
export type PersonRecord = {
  readonly creditName: string | null;
  readonly givenName: string | null;
  readonly familyName: string | null;
  readonly otherNames: readonly string[];
  readonly biography: string | null;
};

/** OpenAlex's facts about a work. */
export type Facts = { readonly enrichment: Enrichment; readonly citedByCount: number | null };

/** A work listed by a source for an iD. Multiple summaries of one work are already merged. */
export type ListedWork = {
  readonly source: 'orcid' | 'openalex';
  /** Normalised `self` DOIs, strongest first; may be empty. Each DOI is a separate publication. */
  readonly dois: readonly string[];
  /** Other DOIs that the list names with the same identifiers: if no provider knows `dois`, they are misprints of the first of these that one knows. */
  readonly beside?: readonly string[];
  /** DOIs as given, if `dois` are what they stand for. */
  readonly given?: readonly string[];
  /** Other normalised `self` identifiers, strongest first: `{type: 'pmid', value: '123'}`. Never `part-of` identifiers. */
  readonly identifiers: readonly { readonly type: string; readonly value: string }[];
  /** Work key of last resort: the OpenAlex id, or `{orcid}.{put-code}`. */
  readonly fallbackKey: string;
  /** The list's description of the work: the metadata of last resort. */
  readonly summary: CslItem;
  /** The list, as the source of the summary. */
  readonly from: Source;
  /** The name that the source gives the person on this work; only OpenAlex does. */
  readonly listedName: string | null;
  /** The source cut off the list of names before that of the person. */
  readonly isCutOff?: true;
};

/** A source's data for an iD. `source` is for the next conditional request; null without a validator for the whole response. */
export type Listed<T> = { readonly kind: 'listed'; readonly value: T; readonly source: Source | null };

export type Described = {
  readonly kind: 'described';
  readonly csl: CslItem;
  readonly source: Source;
  readonly fetchedAt: number;
  readonly retracts: readonly { readonly doi: string; readonly notice: RetractionNotice }[];
  readonly retractedBy: readonly RetractionNotice[];
};
/** The provider has no such record (404, 410). `knownAs`: the DOI is an alias of this one, under which the provider keeps the work. */
export type NotThere = { readonly kind: 'notThere'; readonly knownAs?: string };
/** What a DOI may name besides publications. */
export type OtherThing = 'grant' | 'component' | 'journal';
/** The provider has the DOI, but not as that of a publication. */
export type NotAPublication = {
  readonly kind: 'notAPublication';
  readonly what: OtherThing;
  readonly fetchedAt: number;
};
/** The record is unchanged since `known` (304). */
export type Unchanged = { readonly kind: 'unchanged'; readonly fetchedAt: number };

/** A request waiting in the queue of a silent provider. */
export type Waiting = {
  /** The provider has responded to another request; this one still waits. */
  readonly answered: () => void;
  /** The request was sent or cancelled, or the provider has no open requests. */
  readonly over: () => void;
};

/**
 * Cancels requests. `onRequest` is called when a request is sent, and its result when the provider has responded or the request
 * has failed. `onWait` is called when a request waits in the queue of a silent provider.
 */
export type RequestSignal = AbortSignal & {
  readonly onRequest?: (provider: Provider) => (isAnswered: boolean) => void;
  readonly onWait?: (provider: Provider) => Waiting;
};

/**
 * Every call is polite (identified, within the provider's rate and concurrency, `Retry-After` honoured), bounded in time
 * and size, and retries temporary failures a few times with backoff and jitter before it throws `ProviderUnavailable`.
 * `signal` cancels the call, which then throws its reason.
 */
export interface Providers {
  /** The name and biography in the ORCID record. `known` is their previous source, for a conditional request. */
  person(
    orcid: string,
    signal: RequestSignal,
    known?: Source | null,
  ): Promise<Listed<PersonRecord> | NotThere | Unchanged>;
  /** All works that a source lists for an iD: the complete list, within the limits of lists, or an error. `known` as above. */
  list(
    source: 'orcid' | 'openalex',
    orcid: string,
    signal: RequestSignal,
    known?: Source | null,
  ): Promise<Listed<readonly ListedWork[]> | NotThere | Unchanged>;
  /** A provider's record of a DOI. `known` is the source of the current record, for a conditional request. */
  describe(
    provider: 'crossref' | 'datacite' | 'openalex',
    doi: string,
    known: Source | null,
    signal: RequestSignal,
  ): Promise<Described | NotAPublication | NotThere | Unchanged>;
  /** OpenAlex's facts for DOIs, fetched in batches. Unknown DOIs are missing; of duplicates, always the same one is returned. */
  facts(dois: readonly string[], signal: RequestSignal): Promise<ReadonlyMap<string, Facts>>;
  /**
   * Given DOIs from Crossref and when each was last requested (epoch ms), returns those that Crossref reports as changed since, or
   * shortly before. Fetched in batches; a DOI that does not fit any batch is never returned.
   */
  changedSince(requested: ReadonlyMap<string, number>, signal: RequestSignal): Promise<ReadonlySet<string>>;
  /**
   * The key under which OpenAlex keeps a work that its list no longer has, for each that was merged into another. One request each;
   * `keys`: work keys, `openalex.W…`.
   */
  mergedInto(keys: readonly string[], signal: RequestSignal): Promise<ReadonlyMap<string, string>>;
  /** Closes queues and connections. */
  close(): Promise<void>;
}

export type TimeBudgetOptions = {
  /** Total milliseconds without a response; default `PROVIDER.jobMs`. */
  readonly jobMs?: number | undefined;
  /** A response within this many milliseconds of the previous one does not count; default `PROVIDER.promptMs`. */
  readonly promptMs?: number | undefined;
};

export type IngestionDeps = Deps & {
  readonly state: StateStore;
  readonly readModels: ReadModels;
  readonly providers: Providers;
  readonly log: Log;
  /** Sources of the lists of works of an iD. */
  readonly sources: readonly ('orcid' | 'openalex')[];
  readonly harvestIntervalMs: number;
  /** How long providers may keep a job or import waiting; default: `PROVIDER` in the limits. */
  readonly timeBudget?: TimeBudgetOptions | undefined;
};
