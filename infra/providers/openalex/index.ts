/** OpenAlex: the works of an iD, the record of a DOI, and facts about many DOIs per request. */
import { PROVIDER, TEXT } from '../../../domain/limits.ts';
import type { Enrichment, Source } from '../../../domain/publication/events.ts';
import { openalexIdIn } from '../../../domain/publication/naming.ts';
import { type Facts, type ListedWork, type Providers, ProviderUnavailable } from '../../../workers/ingestion/ports.ts';
import { batchesOf, describeWith, type Filter, openList, sourceIfValidated } from '../requests.ts';
import { present, textAt } from '../csl/parts.ts';
import type { JsonClient } from '../http/client.ts';
import { at, countAt, listAt, shapeOf, stringAt, unexpected, urlAt } from '../json.ts';
import { factsFromOpenalex, SELECTED } from './facts.ts';
import { cslFromOpenalex, doiOf, isCutOff, keyOfWork, listedFromOpenalex } from './work.ts';

/** OpenAlex's largest page (2026). */
const PER_PAGE = '100';
const FACTS = `id,doi,open_access,is_retracted,topics,cited_by_count,${SELECTED}`;
/** A DOI with a character that the filter syntax uses is requested by its own URL. */
const FILTER: Filter = { canInclude: (doi) => !/[|,!+"\\]/.test(doi), separator: '%7C' };

const WORK = { type: 'object', required: ['id'], properties: { id: { type: 'string' } } };
const checkedWork = shapeOf('openalex', WORK);
const checkedPage = shapeOf('openalex', {
  type: 'object',
  required: ['meta', 'results'],
  properties: {
    meta: { type: 'object', properties: { next_cursor: { type: ['string', 'null'] } } },
    results: { type: 'array', items: WORK },
  },
});

const addressOf = (base: string, parameters: Readonly<Record<string, string>>): URL => {
  const url = new URL(`${base}/works`);
  url.search = new URLSearchParams(parameters).toString();
  return url;
};

const workAddress = (base: string, doi: string): URL => new URL(`${base}/works/doi:${encodeURIComponent(doi)}`);

/** Passing: OpenAlex updates its index while it answers. */
const incomplete = (what: string): ProviderUnavailable => new ProviderUnavailable('openalex', 'server_error', what);

/** A search without hits has an empty answer; "not found" is not one. */
const searching = async (client: JsonClient, ...request: Parameters<JsonClient['get']>) => {
  const answer = await client.get(...request);
  if (answer.kind === 'notThere') throw incomplete('answered a search with "not found"');
  return answer;
};

/** All or nothing: an incomplete list throws `server_error`. A validator covers one page, so it is returned only for a list of one page. */
export const listByOpenalex =
  (client: JsonClient, base: string) =>
  async (orcid: string, signal: AbortSignal, known: Source | null = null): ReturnType<Providers['list']> => {
    const list = { filter: `author.orcid:${orcid}`, 'per-page': PER_PAGE };
    // Without the cursor, which only marks the reading position.
    const from: Source = { provider: 'openalex', url: addressOf(base, list).href };
    const works = new Map<string, ListedWork>();
    const read = new Set<string | null>();
    const cut = new Set<string>();
    const take = openList('openalex');
    let [pages, listed, validators]: [number, number, Source | null] = [0, 0, null];
    // Most lists fit on one page, for which OpenAlex needs no cursor, and so no key.
    for (let cursor: string | null | undefined = null; cursor !== undefined;) {
      if (read.has(cursor)) throw unexpected('openalex', 'a list that repeats a cursor');
      read.add(cursor);
      const address = addressOf(base, { ...list, ...(cursor === null ? {} : { cursor }) });
      const answer = await searching(client, address, signal, cursor === null ? known : null);
      if (answer.kind !== 'ok') return answer;
      const page = checkedPage(answer.body);
      const results = listAt(page, 'results');
      take(answer, results.length);
      if (cursor === null) validators = sourceIfValidated(answer.source);
      if (results.length > 0) pages += 1;
      // A work that an earlier page has stands for one that is missing.
      listed += results.filter((work) => !works.has(stringAt(work, 'id') ?? '')).length;
      for (const work of results) {
        const id = stringAt(work, 'id') ?? '';
        works.set(id, listedFromOpenalex(work, orcid, from));
        if (isCutOff(work)) cut.add(id);
      }
      const next: string | undefined = results.length === 0 ? undefined : stringAt(page, 'meta', 'next_cursor');
      const isWhole = listed >= (countAt(page, 'meta', 'count') ?? 0);
      if (next === undefined && !isWhole) {
        if (cursor !== null) throw incomplete('listed fewer works than it counts');
        works.clear();
        listed = 0;
      }
      cursor = next ?? (isWhole ? undefined : '*');
    }
    // No other provider describes a work without a DOI, so the rest of its names is requested.
    for (const [address, { dois, fallbackKey }] of works) {
      const id = openalexIdIn(fallbackKey)?.value ?? null;
      if (id === null || dois.length > 0 || !cut.has(address)) continue;
      const answer = await client.get(new URL(`${base}/works/${id}`), signal);
      if (answer.kind === 'ok') works.set(address, listedFromOpenalex(checkedWork(answer.body), orcid, from));
    }
    return { kind: 'listed', value: [...works.values()], source: pages > 1 ? null : validators };
  };

export const describeByOpenalex = (client: JsonClient, base: string) =>
  describeWith(
    client,
    (doi) => workAddress(base, doi),
    (body) => ({ csl: cslFromOpenalex(checkedWork(body)) }),
  );

/** OpenAlex answers the id of a merged work with the other one, or a redirect to it. */
export const mergedByOpenalex =
  (client: JsonClient, base: string): Providers['mergedInto'] =>
  async (keys, signal) => {
    const merged = new Map<string, string>();
    for (const key of keys) {
      const id = openalexIdIn(key);
      if (id === null) continue;
      const answer = await client.get(new URL(`${base}/works/${id.value}?select=id`), signal);
      const now = answer.kind === 'ok' ? keyOfWork(stringAt(checkedWork(answer.body), 'id') ?? '') : key;
      if (now !== key) merged.set(key, now);
    }
    return merged;
  };

/** Drops values too long to be a valid name, code or id. */
const short = (text: string | undefined): string | undefined =>
  text === undefined || text.length > TEXT.nameCharacters ? undefined : text;

/** Facts that rarely change. Keeps the citation count separate and omits values computed from it (percentiles, FWCI), since it changes daily. */
const factsOf = (work: unknown): Facts => {
  const id = short(stringAt(work, 'id'));
  const record = present(factsFromOpenalex(work));
  const enrichment: Enrichment = {
    ...(id === undefined ? {} : { openalex_id: id }),
    open_access_status: short(textAt(work, 'open_access', 'oa_status')) ?? null,
    open_access_url: urlAt(work, 'open_access', 'oa_url') ?? null,
    is_retracted: at(work, 'is_retracted') === true,
    language: short(textAt(work, 'language')) ?? null,
    topics: listAt(work, 'topics')
      .slice(0, PROVIDER.topics)
      .flatMap((topic) => short(textAt(topic, 'display_name')) ?? []),
    ...(Object.keys(record).length === 0 ? {} : { record }),
  };
  return { enrichment, citedByCount: countAt(work, 'cited_by_count') };
};

type WorkFacts = { readonly id: string; readonly doi: string | null; readonly facts: Facts };

export const factsByOpenalex = (client: JsonClient, base: string) => {
  const factsIn = (works: readonly unknown[]): readonly WorkFacts[] =>
    works.map((work) => ({ id: stringAt(work, 'id') ?? '', doi: doiOf(work), facts: factsOf(work) }));
  const together = async (dois: readonly string[], signal: AbortSignal): Promise<readonly WorkFacts[]> => {
    const url = addressOf(base, { filter: `doi:${dois.join('|')}`, 'per-page': PER_PAGE, select: FACTS });
    const answer = await searching(client, url, signal);
    // Facts about other DOIs are dropped early to free memory.
    const requested = new Set(dois);
    const works = answer.kind === 'ok' ? factsIn(listAt(checkedPage(answer.body), 'results')) : [];
    return works.filter(({ doi }) => doi !== null && requested.has(doi));
  };
  const alone = async (doi: string, signal: AbortSignal): Promise<readonly WorkFacts[]> => {
    const answer = await client.get(workAddress(base, doi), signal);
    return answer.kind === 'ok' ? factsIn([checkedWork(answer.body)]) : [];
  };

  return async (dois: readonly string[], signal: AbortSignal): Promise<ReadonlyMap<string, Facts>> => {
    const batches = batchesOf(dois, FILTER);
    const answers = await Promise.all([
      ...batches.together.map((batch) => together(batch, signal)),
      ...batches.alone.map((doi) => alone(doi, signal)),
    ]);
    const requested = new Set(dois);
    // If two works have the same DOI, the smaller id wins, whatever the order of the response.
    const works = [...answers.flat()].sort((a, b) => (a.id < b.id ? 1 : -1));
    return new Map(works.flatMap(({ doi, facts }) => (doi !== null && requested.has(doi) ? [[doi, facts]] : [])));
  };
};
