/** The providers of bibliographic metadata, behind one port. */
import { Agent } from 'undici';
import type { Log } from '../../commands/ports.ts';
import type { Provider, Source } from '../../domain/publication/events.ts';
import type { Described, Facts, ListedWork, NotThere, Providers, Unchanged } from '../../workers/ingestion/ports.ts';
import { CROSSREF_ANSWER, cslFromCrossref, noticesOn, retractedBy, type CrossrefWork } from './crossref/work.ts';
import { cslFromDatacite, DATACITE_ANSWER, type DataciteAttributes } from './datacite/record.ts';
import { openJsonClient, type JsonAnswer, type JsonClient } from './http/client.ts';
import { openLane } from './http/lane.ts';
import {
  cslFromOpenalex,
  factsOf,
  listedFromOpenalex,
  OPENALEX_PAGE,
  OPENALEX_WORK,
  type OpenalexWork,
} from './openalex/work.ts';
import { doiOrNull } from './csl/parts.ts';
import { ORCID_PERSON, personFrom, type OrcidPerson } from './orcid/person.ts';
import { listedFromOrcid, ORCID_WORKS, type OrcidGroup } from './orcid/works.ts';
import { shape } from './shape.ts';

export type ProviderOptions = {
  readonly urls: Readonly<Record<'orcid' | 'openalex' | 'crossref' | 'datacite', string>>;
  /** Requests a second to each provider; 0 = unlimited. */
  readonly rate: number;
  /** Requests at once to each; 0 = unlimited. */
  readonly concurrency: number;
  readonly mailto: string | null;
  readonly openalexApiKey: string | null;
  readonly version: string;
  readonly timeoutMs?: number;
  readonly log?: Log;
  readonly observe?: (call: {
    readonly provider: Provider;
    readonly status: number | string;
    readonly ms: number;
  }) => void;
};

const TIMEOUT_MS = 20_000;
/** DOIs a request: OpenAlex takes 50 values in a filter. */
const BATCH = 50;
const PAGE = 200;

const crossrefShape = shape<{ message: CrossrefWork }>('crossref', CROSSREF_ANSWER);
const dataciteShape = shape<{ data: { attributes: DataciteAttributes } }>('datacite', DATACITE_ANSWER);
const openalexShape = shape<OpenalexWork>('openalex', OPENALEX_WORK);
const openalexPage = shape<{ meta: { next_cursor?: string | null }; results: readonly OpenalexWork[] }>(
  'openalex',
  OPENALEX_PAGE,
);
const orcidWorks = shape<{ group: readonly OrcidGroup[] }>('orcid', ORCID_WORKS);
const orcidPerson = shape<OrcidPerson>('orcid', ORCID_PERSON);

/** Characters with a meaning in OpenAlex's filters; a DOI that has one is asked by its address. */
const FILTER_SYNTAX = /[|,!+]/;

const described = (
  answer: JsonAnswer,
  read: (body: unknown) => Pick<Described, 'csl' | 'retracts' | 'retractedBy'>,
): Described | NotThere | Unchanged => {
  if (answer.kind !== 'ok') return answer;
  return { kind: 'described', ...read(answer.body), source: answer.source, fetchedAt: answer.fetchedAt };
};

const PLAIN = { retracts: [], retractedBy: [] } as const;

export const openProviders = (options: ProviderOptions): Providers => {
  const { urls, rate, concurrency, mailto, openalexApiKey, version, timeoutMs = TIMEOUT_MS, log, observe } = options;
  const dispatcher = new Agent({
    connect: { timeout: timeoutMs },
    connections: concurrency === 0 ? 64 : concurrency,
    pipelining: 1,
  });
  const lanes: ReturnType<typeof openLane>[] = [];
  const userAgent = `Colophon/${version}${mailto === null ? '' : ` (mailto:${mailto})`}`;
  const client = (provider: Provider, secret: Readonly<Record<string, string>> = {}): JsonClient => {
    const lane = openLane({ rate, concurrency });
    lanes.push(lane);
    return openJsonClient({
      provider,
      lane,
      dispatcher,
      userAgent,
      timeoutMs,
      secret,
      ...(log === undefined ? {} : { log }),
      ...(observe === undefined ? {} : { observe }),
    });
  };
  const contact = mailto === null ? {} : { mailto };
  const orcid = client('orcid');
  const crossref = client('crossref', contact);
  const datacite = client('datacite');
  const openalex = client('openalex', { ...contact, ...(openalexApiKey === null ? {} : { api_key: openalexApiKey }) });
  const doiPath = (doi: string): string => encodeURIComponent(doi);

  const listOrcid = async (id: string, signal: AbortSignal): Promise<readonly ListedWork[]> => {
    const answer = await orcid.get(new URL(`${urls.orcid}/${id}/works`), signal);
    if (answer.kind !== 'ok') return [];
    return orcidWorks(answer.body).group.flatMap((group) => listedFromOrcid(group, id, answer.source) ?? []);
  };

  const listOpenalex = async (id: string, signal: AbortSignal): Promise<readonly ListedWork[]> => {
    const works: ListedWork[] = [];
    const seen = new Set<string>();
    for (let cursor: string | null = '*'; cursor !== null && !seen.has(cursor);) {
      seen.add(cursor);
      const url = new URL(`${urls.openalex}/works`);
      url.search = new URLSearchParams({ filter: `author.orcid:${id}`, 'per-page': String(PAGE), cursor }).toString();
      const answer = await openalex.get(url, signal);
      if (answer.kind !== 'ok') break;
      const { meta, results } = openalexPage(answer.body);
      // The cursor is not where the list is, only how far it was read.
      url.searchParams.delete('cursor');
      const from: Source = { provider: 'openalex', url: url.href };
      works.push(...results.map((work) => listedFromOpenalex(work, id, from)));
      cursor = results.length === 0 ? null : (meta.next_cursor ?? null);
    }
    return works;
  };

  const factsFor = async (dois: readonly string[], signal: AbortSignal): Promise<readonly OpenalexWork[]> => {
    const url = new URL(`${urls.openalex}/works`);
    url.search = new URLSearchParams({ filter: `doi:${dois.join('|')}`, 'per-page': String(PAGE) }).toString();
    const answer = await openalex.get(url, signal);
    if (answer.kind !== 'ok') return [];
    // Of two works with one DOI the older one wins, whichever comes first in the answer.
    return [...openalexPage(answer.body).results].sort((a, b) => (a.id < b.id ? 1 : -1));
  };

  return {
    person: async (id, signal) => {
      const answer = await orcid.get(new URL(`${urls.orcid}/${id}/person`), signal);
      return answer.kind === 'ok' ? personFrom(orcidPerson(answer.body)) : null;
    },
    list: (source, id, signal) => (source === 'orcid' ? listOrcid(id, signal) : listOpenalex(id, signal)),

    describe: async (provider, doi, known, signal) => {
      if (provider === 'crossref')
        return described(
          await crossref.get(new URL(`${urls.crossref}/works/${doiPath(doi)}`), signal, known),
          (body) => {
            const { message } = crossrefShape(body);
            return { csl: cslFromCrossref(message), retracts: retractedBy(message), retractedBy: noticesOn(message) };
          },
        );
      if (provider === 'datacite')
        return described(
          await datacite.get(new URL(`${urls.datacite}/dois/${doiPath(doi)}`), signal, known),
          (body) => ({
            csl: cslFromDatacite(dataciteShape(body).data.attributes),
            ...PLAIN,
          }),
        );
      return described(
        await openalex.get(new URL(`${urls.openalex}/works/doi:${doiPath(doi)}`), signal, known),
        (body) => ({
          csl: cslFromOpenalex(openalexShape(body)),
          ...PLAIN,
        }),
      );
    },

    facts: async (dois, signal) => {
      const found = new Map<string, Facts>();
      const keep = (work: OpenalexWork): unknown => {
        const doi = doiOrNull(work.doi);
        return doi !== null && dois.includes(doi) && found.set(doi, factsOf(work));
      };
      const together = dois.filter((doi) => !FILTER_SYNTAX.test(doi));
      for (let start = 0; start < together.length; start += BATCH)
        (await factsFor(together.slice(start, start + BATCH), signal)).forEach(keep);
      for (const doi of dois.filter((one) => FILTER_SYNTAX.test(one))) {
        const answer = await openalex.get(new URL(`${urls.openalex}/works/doi:${doiPath(doi)}`), signal);
        if (answer.kind === 'ok') keep(openalexShape(answer.body));
      }
      return found;
    },

    close: async () => {
      for (const lane of lanes) lane.close();
      await dispatcher.destroy();
    },
  };
};
