/** Simulated providers of an invented institute, which count requests and honour validators. */
import type { MetadataProvider } from '../../workers/ingestion/provider-checks.ts';
import {
  type ListedWork,
  type Providers,
  ProviderUnavailable,
  type RequestSignal,
} from '../../workers/ingestion/ports.ts';
import { inventedOrcid } from './history/papers.ts';

export type Count = {
  person: number;
  orcid: number;
  openalex: number;
  /** Of these, the lists that were returned in full. */
  wholeLists: number;
  /** Requests for a DOI, by provider. */
  crossref: number;
  datacite: number;
  fromOpenalex: number;
  /** Batches of DOIs. */
  facts: number;
  /** Batches of DOIs in requests for Crossref's changes. */
  changes: number;
};

export type Institute = {
  readonly providers: Providers;
  readonly orcids: readonly string[];
  readonly dois: readonly string[];
  /** The requests since the last call. */
  readonly counted: () => Count;
  /** The registry has another title for the DOI from now on. */
  readonly correct: (doi: string) => void;
  /** One more DOI is listed for the person from now on: on ORCID by default. */
  readonly publish: (orcid: string, doi: string, source?: 'orcid' | 'openalex') => void;
  /** More is read of the registries' and OpenAlex's answers from now on, which they report as unchanged. */
  readonly readMore: () => void;
  /** The ORCID record has this name from now on. */
  readonly rename: (orcid: string, name: string) => void;
  /** The DOI has this many citations from now on. */
  readonly cite: (doi: string, times: number) => void;
  /** Requests for these, iDs or DOIs, fail from now on; an empty list ends that. */
  readonly fail: (...what: readonly string[]) => void;
};

export type InstituteOptions = {
  /** Groups of people who write all their papers together. */
  readonly groups?: number;
  readonly people: number;
  readonly papers: number;
  readonly now: () => number;
  /** The provider with a record of the DOI; null = none. Default: Crossref. */
  readonly metadataOf?: (doi: string) => MetadataProvider | null;
};

const NOTHING: Count = {
  ...{ person: 0, orcid: 0, openalex: 0, wholeLists: 0 },
  ...{ crossref: 0, datacite: 0, fromOpenalex: 0, facts: 0, changes: 0 },
};

export const institute = (options: InstituteOptions): Institute => {
  const { groups = 1, people, papers, now, metadataOf = () => 'crossref' } = options;
  const lists = new Map<string, string[]>();
  const listedByOpenalex = new Map<string, string[]>();
  for (let group = 0; group < groups; group += 1)
    for (let person = 0; person < people; person += 1)
      lists.set(
        inventedOrcid(group * people + person + 1),
        Array.from({ length: papers }, (_, paper) => `10.5555/shared.${group}.${paper}`),
      );
  const renamed = new Map<string, string>();
  const corrected = new Map<string, { readonly times: number; readonly at: number }>();
  const cited = new Map<string, number>();
  let readsMore = false;
  let failing: ReadonlySet<string> = new Set();
  let count = { ...NOTHING };

  const mustAnswer = (provider: 'orcid' | MetadataProvider, what: string, asking: RequestSignal): void => {
    asking.throwIfAborted();
    if (failing.has(what)) throw new ProviderUnavailable(provider, 'server_error', 'is down');
  };
  const listedWork = (source: 'orcid' | 'openalex', doi: string, url: string): ListedWork => ({
    ...{ source, dois: [doi], identifiers: [], fallbackKey: doi },
    summary: { type: 'article-journal', title: `Listed ${doi}`, DOI: doi },
    ...{ from: { provider: source, url }, listedName: null },
  });

  const providers: Providers = {
    person: async (orcid, asking, known) => {
      count.person += 1;
      mustAnswer('orcid', orcid, asking);
      const creditName = renamed.get(orcid) ?? `Person ${orcid}`;
      const etag = `"${creditName}"`;
      if (known?.etag === etag) return { kind: 'unchanged', fetchedAt: now() };
      count.wholeLists += 1;
      const value = { creditName, givenName: null, familyName: null, otherNames: [], biography: null };
      return { kind: 'listed', value, source: { provider: 'orcid', url: `/${orcid}/person`, etag } };
    },

    list: async (source, orcid, asking, known) => {
      count[source] += 1;
      mustAnswer(source, orcid, asking);
      const dois = (source === 'orcid' ? lists : listedByOpenalex).get(orcid) ?? [];
      const etag = `"${dois.length}"`;
      if (known?.etag === etag) return { kind: 'unchanged', fetchedAt: now() };
      count.wholeLists += 1;
      const url = `/${orcid}/works`;
      const value = dois.map((doi) => listedWork(source, doi, url));
      // OpenAlex returns no validators.
      return { kind: 'listed', value, source: source === 'orcid' ? { provider: source, url, etag } : null };
    },

    describe: async (provider, doi, known, asking) => {
      count[provider === 'openalex' ? 'fromOpenalex' : provider] += 1;
      mustAnswer(provider, doi, asking);
      if (metadataOf(doi) !== provider) return { kind: 'notThere' };
      const version = corrected.get(doi)?.times ?? 0;
      const etag = `"${version}"`;
      if (known?.etag === etag) return { kind: 'unchanged', fetchedAt: now() };
      const title = version === 0 ? `Paper ${doi}` : `Paper ${doi}, corrected`;
      return {
        kind: 'described',
        csl: { type: 'article-journal', title, DOI: doi, ...(readsMore && { subject: ['Pots'] }) },
        source: { provider, url: `/works/${doi}`, etag },
        ...{ fetchedAt: now(), retracts: [], retractedBy: [] },
      };
    },

    facts: async (dois, asking) => {
      count.facts += Math.ceil(dois.length / 50);
      asking.throwIfAborted();
      const enrichment = {
        open_access_status: null,
        open_access_url: null,
        is_retracted: false,
        language: null,
        topics: [],
        ...(readsMore && { record: { language: 'en' } }),
      };
      return new Map(dois.map((doi) => [doi, { enrichment, citedByCount: cited.get(doi) ?? 0 }]));
    },

    changedSince: async (requested, asking) => {
      count.changes += Math.ceil(requested.size / 50);
      asking.throwIfAborted();
      return new Set([...requested].flatMap(([doi, since]) => ((corrected.get(doi)?.at ?? 0) >= since ? [doi] : [])));
    },
    mergedInto: () => Promise.resolve(new Map()),
    close: () => Promise.resolve(),
  };
  return {
    providers,
    orcids: [...lists.keys()],
    dois: [...new Set([...lists.values()].flat())],
    counted: () => {
      const counted = count;
      count = { ...NOTHING };
      return counted;
    },
    correct: (doi) => void corrected.set(doi, { times: (corrected.get(doi)?.times ?? 0) + 1, at: now() }),
    publish: (orcid, doi, source = 'orcid') => {
      const listed = source === 'orcid' ? lists : listedByOpenalex;
      listed.set(orcid, [...(listed.get(orcid) ?? []), doi]);
    },
    readMore: () => {
      readsMore = true;
    },
    rename: (orcid, name) => void renamed.set(orcid, name),
    cite: (doi, times) => void cited.set(doi, times),
    fail: (...what) => {
      failing = new Set(what);
    },
  };
};
