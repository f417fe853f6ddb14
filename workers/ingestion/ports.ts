/** What ingestion needs from the providers of bibliographic metadata. */
import type { CslItem } from '../../domain/csl.ts';
import type { Enrichment, Provider, RetractionNotice, Source } from '../../domain/publication/events.ts';

/** Answers that are of no use, and would be the same if they were asked for again. */
const UNUSABLE: ReadonlySet<string> = new Set([
  ...['not_json', 'too_large', 'too_deep', 'too_slow', 'too_many', 'unexpected_shape', 'redirected'],
]);

/** A provider could not answer now, or answered what cannot be used. Never taken for "not there". */
export class ProviderUnavailable extends Error {
  override readonly name = 'ProviderUnavailable';
  readonly provider: Provider;
  /**
   * Stable. Passing: `timeout`, `rate_limited`, `server_error`, `connection`, `refused`, `closed`. Unusable: `not_json`,
   * `too_large`, `too_deep`, `too_slow`, `too_many`, `unexpected_shape`, `redirected`.
   */
  readonly code: string;
  /** How long the provider asked us to wait, if it did. */
  readonly retryAfterMs: number | null;

  constructor(provider: Provider, code: string, message: string, retryAfterMs: number | null = null) {
    super(`${provider}: ${message}`);
    this.provider = provider;
    this.code = code;
    this.retryAfterMs = retryAfterMs;
  }

  /** Whether it may be otherwise in a while; an answer that cannot be used is a refusal instead. */
  get isPassing(): boolean {
    return !UNUSABLE.has(this.code);
  }
}

/** What the ORCID record says of a person; every part may be missing. */
export type PersonRecord = {
  readonly creditName: string | null;
  readonly givenName: string | null;
  readonly familyName: string | null;
  readonly biography: string | null;
};

/** OpenAlex's facts about one work. */
export type Facts = { readonly enrichment: Enrichment; readonly citedByCount: number | null };

/** A work that a source lists for an iD. Several summaries of one work are already one. */
export type ListedWork = {
  readonly source: 'orcid' | 'openalex';
  /** Normalised DOIs that identify it (`self`), strongest first; empty if none. A list that names several DOIs of one work names several publications. */
  readonly dois: readonly string[];
  /** Other `self` identifiers, normalised, strongest first: `{type: 'pmid', value: '123'}`. `part-of` identifiers never appear. */
  readonly identifiers: readonly { readonly type: string; readonly value: string }[];
  /** Work key of last resort: the OpenAlex id, or `{orcid}.{put-code}`. */
  readonly fallbackKey: string;
  /** Its https source URL, else its ORCID record. */
  readonly href: string;
  /** The work as far as the list describes it: the metadata of last resort. */
  readonly summary: CslItem;
  /** Where the list was read, as a source of the summary. */
  readonly from: Source;
  /** The name under which the source has the iD on this work, if it says (OpenAlex does). */
  readonly listedName: string | null;
};

/** What a source says of an iD. `source` is to ask with the next time; null where no validator holds for the whole of it. */
export type Listed<T> = { readonly kind: 'listed'; readonly value: T; readonly source: Source | null };

/** A record that a provider gives for a DOI. */
export type Described = {
  readonly kind: 'described';
  readonly csl: CslItem;
  readonly source: Source;
  readonly fetchedAt: number;
  readonly retracts: readonly { readonly doi: string; readonly notice: RetractionNotice }[];
  readonly retractedBy: readonly RetractionNotice[];
};
/** The provider has no such record (404, 410). */
export type NotThere = { readonly kind: 'notThere' };
/** The provider says that the record is as it was at `known` (304). */
export type Unchanged = { readonly kind: 'unchanged'; readonly fetchedAt: number };

/** A question that waits for its turn while the provider answers nobody. */
export type Waits = {
  /** The provider has answered another's question; it is waited for still. */
  readonly answered: () => void;
  /** The turn has come, the provider owes nobody an answer, or the question was given up. */
  readonly over: () => void;
};

/**
 * What cuts a question off. `asked`, if there is one, is called when a provider has got the question, and what it returns when the
 * provider has answered, or has been given up. `waits` is called while it waits for its turn with a provider that is silent.
 */
export type Asking = AbortSignal & {
  readonly asked?: (provider: Provider) => (isAnswered: boolean) => void;
  readonly waits?: (provider: Provider) => Waits;
};

/**
 * Every call is polite (identified, within the provider's rate and concurrency, `Retry-After` honoured), bounded in time
 * and size, and retries a passing failure a few times with backoff and jitter before it throws `ProviderUnavailable`.
 * `signal` cuts it off, and is what the call then throws the reason of.
 */
export interface Providers {
  /** The ORCID record's name and biography. `known` is where they came from before, for a conditional request. */
  person(orcid: string, signal: Asking, known?: Source | null): Promise<Listed<PersonRecord> | NotThere | Unchanged>;
  /** All works that a source lists for an iD, whole, or not at all and within the limits of lists. `known` as above. */
  list(
    source: 'orcid' | 'openalex',
    orcid: string,
    signal: Asking,
    known?: Source | null,
  ): Promise<Listed<readonly ListedWork[]> | NotThere | Unchanged>;
  /** What a provider says of a DOI. `known` is where the present record came from, for a conditional request. */
  describe(
    provider: 'crossref' | 'datacite' | 'openalex',
    doi: string,
    known: Source | null,
    signal: Asking,
  ): Promise<Described | NotThere | Unchanged>;
  /** OpenAlex's facts for DOIs, asked in batches; a DOI it does not know is missing from the map, one that it has twice is always the same of the two. */
  facts(dois: readonly string[], signal: Asking): Promise<ReadonlyMap<string, Facts>>;
  /**
   * Of DOIs that Crossref describes, each with when that was last requested (epoch ms), those that it says have changed since, or
   * shortly before; asked in batches. One that no batch can name is never among them.
   */
  changedSince(asked: ReadonlyMap<string, number>, signal: Asking): Promise<ReadonlySet<string>>;
  /** Ends queues and connections. */
  close(): Promise<void>;
}
