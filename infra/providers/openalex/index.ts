/** OpenAlex: the works of an iD, what it says of a DOI, and facts about many DOIs at once. */
import type { Source } from '../../../domain/publication/events.ts';
import type { Facts, ListedWork, Providers } from '../../../workers/ingestion/ports.ts';
import { batchesOf, type Filter } from '../batches.ts';
import { doiOrNull } from '../csl/parts.ts';
import { describing } from '../describing.ts';
import type { JsonClient } from '../http/client.ts';
import { at, countAt, listAt, stringAt } from '../json.ts';
import { openList, validating } from '../lists.ts';
import { shapeOf, unexpected } from '../shape.ts';
import { factsOf } from './facts.ts';
import { listedFromOpenalex } from './listed.ts';
import { cslFromOpenalex } from './work.ts';

/** OpenAlex's largest page (2026). */
const PER_PAGE = '100';
/** A work is kept up by the list that it came from, and lists are known by their address: it has the page size of the first release. */
const PER_PAGE_RECORDED = '200';
const FACTS = 'id,doi,open_access,is_retracted,language,topics,cited_by_count';
/** A DOI with a character that the filter syntax uses is requested by its own URL. */
const FILTER: Filter = { names: (doi) => !/[|,!+"\\]/.test(doi), around: '%7C' };

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

/** Whole or not at all: a list that breaks off throws `unexpected_shape`. Validators are of one page, and so of a list of one. */
export const listByOpenalex =
  (client: JsonClient, base: string) =>
  async (orcid: string, signal: AbortSignal, known: Source | null = null): ReturnType<Providers['list']> => {
    const list = { filter: `author.orcid:${orcid}` };
    // The cursor is not where the list is, only how far it was read.
    const from: Source = {
      provider: 'openalex',
      url: addressOf(base, { ...list, 'per-page': PER_PAGE_RECORDED }).href,
    };
    const works = new Map<string, ListedWork>();
    const read = new Set<string | null>();
    const take = openList('openalex');
    let [pages, listed, validators]: [number, number, Source | null] = [0, 0, null];
    // Most lists are one page, which OpenAlex gives without a cursor, and so without a key.
    for (let cursor: string | null | undefined = null; cursor !== undefined;) {
      if (read.has(cursor)) throw unexpected('openalex', 'a list that comes back to where it was');
      read.add(cursor);
      const address = addressOf(base, { ...list, 'per-page': PER_PAGE, ...(cursor === null ? {} : { cursor }) });
      const answer = await client.get(address, signal, cursor === null ? known : null);
      if (answer.kind !== 'ok') {
        if (works.size === 0) return answer;
        throw unexpected('openalex', 'a list without its next page');
      }
      const page = checkedPage(answer.body);
      const results = listAt(page, 'results');
      take(answer, results.length);
      if (cursor === null) validators = validating(answer.source);
      if (results.length > 0) pages += 1;
      for (const work of results) works.set(stringAt(work, 'id') ?? '', listedFromOpenalex(work, orcid, from));
      listed += results.length;
      const next: string | undefined = results.length === 0 ? undefined : stringAt(page, 'meta', 'next_cursor');
      const isWhole = listed >= (countAt(page, 'meta', 'count') ?? 0);
      if (next === undefined && !isWhole) {
        if (cursor !== null) throw unexpected('openalex', 'a list without all of its works');
        listed = 0;
      }
      cursor = next ?? (isWhole ? undefined : '*');
    }
    return { kind: 'listed', value: [...works.values()], source: pages > 1 ? null : validators };
  };

export const describeByOpenalex = (client: JsonClient, base: string) =>
  describing(
    client,
    (doi) => workAddress(base, doi),
    (body) => ({ csl: cslFromOpenalex(checkedWork(body)) }),
  );

type Told = { readonly id: string; readonly doi: string | null; readonly facts: Facts };

export const factsByOpenalex = (client: JsonClient, base: string) => {
  const told = (works: readonly unknown[]): readonly Told[] =>
    works.map((work) => ({ id: stringAt(work, 'id') ?? '', doi: doiOrNull(at(work, 'doi')), facts: factsOf(work) }));
  const together = async (dois: readonly string[], signal: AbortSignal): Promise<readonly Told[]> => {
    const url = addressOf(base, { filter: `doi:${dois.join('|')}`, 'per-page': PER_PAGE, select: FACTS });
    const answer = await client.get(url, signal);
    // What is not a fact of a DOI that was asked for is let go at once.
    const asked = new Set(dois);
    const works = answer.kind === 'ok' ? told(listAt(checkedPage(answer.body), 'results')) : [];
    return works.filter(({ doi }) => doi !== null && asked.has(doi));
  };
  const alone = async (doi: string, signal: AbortSignal): Promise<readonly Told[]> => {
    const answer = await client.get(workAddress(base, doi), signal);
    return answer.kind === 'ok' ? told([checkedWork(answer.body)]) : [];
  };

  return async (dois: readonly string[], signal: AbortSignal): Promise<ReadonlyMap<string, Facts>> => {
    const batches = batchesOf(dois, FILTER);
    const answers = await Promise.all([
      ...batches.together.map((batch) => together(batch, signal)),
      ...batches.alone.map((doi) => alone(doi, signal)),
    ]);
    const asked = new Set(dois);
    // Of two works with one DOI the one with the smaller id wins, whichever comes first in the answer.
    const works = [...answers.flat()].sort((a, b) => (a.id < b.id ? 1 : -1));
    return new Map(works.flatMap(({ doi, facts }) => (doi !== null && asked.has(doi) ? [[doi, facts]] : [])));
  };
};
