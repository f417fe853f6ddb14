/** Crossref: the record of a DOI, and which of many records have changed since each was last requested. */
import type { SchemaObject } from 'ajv';
import { HOUR_MS } from '../../../domain/ingestion/schedule.ts';
import { doiOrNull } from '../csl/parts.ts';
import type { JsonClient } from '../http/client.ts';
import { at, countAt, listAt, shapeOf } from '../json.ts';
import { batchesOf, describeWith, type Filter } from '../requests.ts';
import { retractedByOf, retractsOf } from './notices.ts';
import { cslFromCrossref, whatOf } from './work.ts';

/** The envelope of every Crossref response. */

/** Reads the message in the envelope of a response, or throws `ProviderUnavailable('unexpected_shape')`. */
const messageOf = (message: SchemaObject): ((body: unknown) => unknown) => {
  const checked = shapeOf('crossref', { type: 'object', required: ['message'], properties: { message } });
  return (body) => at(checked(body), 'message');
};

const workIn = messageOf({
  type: 'object',
  required: ['DOI'],
  properties: {
    DOI: { type: 'string' },
    type: { type: 'string' },
    title: { type: 'array' },
    author: { type: 'array' },
    'update-to': { type: 'array' },
  },
});

export const describeByCrossref = (client: JsonClient, base: string) =>
  describeWith(
    client,
    (doi) => new URL(`${base}/works/${encodeURIComponent(doi)}`),
    (body) => {
      const work = workIn(body);
      const what = whatOf(work);
      return { csl: cslFromCrossref(work), what, retracts: retractsOf(work), retractedBy: retractedByOf(work) };
    },
  );

/** The characters of Crossref DOIs, including old ones. A comma starts the next filter, and one invalid value fails the whole request. */
const FILTER: Filter = { canInclude: (doi) => /^[-._;()/:<>a-z0-9]+$/.test(doi), separator: '%2Cdoi%3A' };

/** Filters take whole days, and a deposit may be indexed hours later. */
const LATE_MS = 24 * HOUR_MS;
const SELECT = 'DOI,deposited,indexed,updated-by';

const WORK = { type: 'object', required: ['DOI'], properties: { DOI: { type: 'string' } } };
const pageIn = messageOf({
  type: 'object',
  required: ['items'],
  properties: { items: { type: 'array', items: WORK } },
});

const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 'YYYY-MM-DD'.length);

const addressOf = (base: string, dois: readonly string[], since: number): URL => {
  const url = new URL(`${base}/works`);
  const filter = [`from-index-date:${dayOf(since)}`, ...dois.map((doi) => `doi:${doi}`)].join(',');
  url.search = new URLSearchParams({ filter, select: SELECT, rows: String(dois.length) }).toString();
  return url;
};

/**
 * Crossref also re-indexes a record when it is cited. Only two changes count: a new deposit of the record, and a withdrawal notice by
 * another party, such as Retraction Watch, which leaves the deposit unchanged.
 */
const hasChanged = (work: unknown, since: number): boolean =>
  (countAt(work, 'deposited', 'timestamp') ?? 0) >= since ||
  (retractedByOf(work).length > 0 && (countAt(work, 'indexed', 'timestamp') ?? since) >= since);

export const changesByCrossref =
  (client: JsonClient, base: string) =>
  async (requestedAt: ReadonlyMap<string, number>, signal: AbortSignal): Promise<ReadonlySet<string>> => {
    const together = async (dois: readonly string[]): Promise<readonly string[]> => {
      const since = new Map(dois.map((doi) => [doi, (requestedAt.get(doi) ?? 0) - LATE_MS]));
      const answer = await client.get(addressOf(base, dois, Math.min(...since.values())), signal);
      const works = answer.kind === 'ok' ? listAt(pageIn(answer.body), 'items') : [];
      return works.flatMap((work) => {
        const doi = doiOrNull(at(work, 'DOI')) ?? '';
        const from = since.get(doi);
        // The response may include other DOIs.
        return from !== undefined && hasChanged(work, from) ? [doi] : [];
      });
    };
    const batches = batchesOf(requestedAt.keys(), FILTER).together;
    return new Set((await Promise.all(batches.map(together))).flat());
  };
