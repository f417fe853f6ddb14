/** Crossref: which of many records have changed since each was last requested. */
import { batchesOf, type Filter } from '../batches.ts';
import { doiOrNull } from '../csl/parts.ts';
import type { JsonClient } from '../http/client.ts';
import { at, countAt, listAt } from '../json.ts';
import { shapeOf } from '../shape.ts';
import { retractedByOf } from './notices.ts';

/**
 * What Crossref lets DOIs have, and `:<>` of older ones. A comma begins another filter, and one DOI that the syntax does not
 * carry would spoil the request for all others.
 */
const FILTER: Filter = { names: (doi) => /^[-._;()/:<>a-z0-9]+$/.test(doi), around: '%2Cdoi%3A' };

/** Dates of filters are whole days, and what is deposited may be served hours later. */
const LATE_MS = 24 * 3_600_000;
const SELECT = 'DOI,deposited,indexed,updated-by';

const checked = shapeOf('crossref', {
  type: 'object',
  required: ['message'],
  properties: {
    message: {
      type: 'object',
      required: ['items'],
      properties: {
        items: {
          type: 'array',
          items: { type: 'object', required: ['DOI'], properties: { DOI: { type: 'string' } } },
        },
      },
    },
  },
});

const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 'YYYY-MM-DD'.length);

const addressOf = (base: string, dois: readonly string[], since: number): URL => {
  const url = new URL(`${base}/works`);
  const filter = [`from-index-date:${dayOf(since)}`, ...dois.map((doi) => `doi:${doi}`)].join(',');
  url.search = new URLSearchParams({ filter, select: SELECT, rows: String(dois.length) }).toString();
  return url;
};

/**
 * Crossref indexes a record again when it is cited, too: what counts is a deposit of its own, or that somebody, such as Retraction
 * Watch, has withdrawn it, which no deposit of its own says.
 */
const hasChanged = (work: unknown, since: number): boolean =>
  (countAt(work, 'deposited', 'timestamp') ?? 0) >= since ||
  (retractedByOf(work).length > 0 && (countAt(work, 'indexed', 'timestamp') ?? since) >= since);

export const changesByCrossref =
  (client: JsonClient, base: string) =>
  async (asked: ReadonlyMap<string, number>, signal: AbortSignal): Promise<ReadonlySet<string>> => {
    const together = async (dois: readonly string[]): Promise<readonly string[]> => {
      const since = new Map(dois.map((doi) => [doi, (asked.get(doi) ?? 0) - LATE_MS]));
      const answer = await client.get(addressOf(base, dois, Math.min(...since.values())), signal);
      const works = answer.kind === 'ok' ? listAt(checked(answer.body), 'message', 'items') : [];
      return works.flatMap((work) => {
        const doi = doiOrNull(at(work, 'DOI')) ?? '';
        const from = since.get(doi);
        // Of what was not asked about, no word counts.
        return from !== undefined && hasChanged(work, from) ? [doi] : [];
      });
    };
    const batches = batchesOf(asked.keys(), FILTER).together;
    return new Set((await Promise.all(batches.map(together))).flat());
  };
