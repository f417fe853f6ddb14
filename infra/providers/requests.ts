/** What providers share in their requests: the record of a DOI, batches of DOIs in one filter, and bounded lists of works. */
import { PROVIDER } from '../../domain/limits.ts';
import type { Provider, Source } from '../../domain/publication/events.ts';
import { type Described, type OtherThing, type Providers, ProviderUnavailable } from '../../workers/ingestion/ports.ts';
import type { JsonClient } from './http/client.ts';

type Read = Pick<Described, 'csl'> &
  Partial<Pick<Described, 'retracts' | 'retractedBy'>> & {
    /** Undefined: the record is that of a publication. */
    readonly what?: OtherThing | undefined;
  };

/** Requests the record of a DOI and converts it to the port's type. A record of another DOI, of which this is an alias, is none of it. */
export const describeWith =
  (client: JsonClient, addressOf: (doi: string) => URL, read: (body: unknown) => Read) =>
  async (doi: string, known: Source | null, signal: AbortSignal): ReturnType<Providers['describe']> => {
    const answer = await client.get(addressOf(doi), signal, known);
    if (answer.kind !== 'ok') return answer;
    const { body, source, fetchedAt } = answer;
    const { what, ...record } = read(body);
    const { DOI: knownAs = doi } = record.csl;
    if (knownAs !== doi) return { kind: 'notThere', knownAs };
    if (what !== undefined) return { kind: 'notAPublication', what, fetchedAt };
    return { kind: 'described', retracts: [], retractedBy: [], ...record, source, fetchedAt };
  };

/** OpenAlex allows 100 values and Crossref documents no limit; fewer keep responses small. */
const MAX_VALUES = 50;
/** Characters of the encoded values; common servers reject URLs above 4,096 or 8,192. */
const MAX_CHARACTERS = 3_000;

export type Filter = {
  /** Whether the DOI is free of characters with a meaning in the filter syntax. */
  readonly canInclude: (doi: string) => boolean;
  /** The encoded text that each DOI adds to the filter besides itself. */
  readonly separator: string;
};

type Batches = { readonly together: readonly (readonly string[])[]; readonly alone: readonly string[] };

/** Splits DOIs into filters within a provider's limits on values and URL length. */
export const batchesOf = (dois: Iterable<string>, { canInclude, separator }: Filter): Batches => {
  const together: string[][] = [];
  const alone: string[] = [];
  let room = 0;
  for (const doi of new Set(dois)) {
    const characters = encodeURIComponent(doi).length + separator.length;
    if (!canInclude(doi) || characters > MAX_CHARACTERS) {
      alone.push(doi);
      continue;
    }
    const batch = together.at(-1);
    room -= characters;
    if (batch !== undefined && batch.length < MAX_VALUES && room >= 0) batch.push(doi);
    else {
      together.push([doi]);
      room = MAX_CHARACTERS - characters;
    }
  }
  return { together, alone };
};

/** The source of a response if it has a validator for a conditional request; else null. */
export const sourceIfValidated = (source: Source): Source | null =>
  source.etag === undefined && source.lastModified === undefined ? null : source;

type Page = { readonly bytes: number; readonly ms: number };

/** The returned function takes each page as it arrives and throws `ProviderUnavailable('too_many' | 'too_large' | 'too_slow')` beyond a bound. */
export const openList = (provider: Provider): ((page: Page, works: number) => void) => {
  const total = { pages: 0, works: 0, bytes: 0, ms: 0 };
  const refuse = (code: string, what: string): never => {
    throw new ProviderUnavailable(provider, code, `lists ${what}`);
  };
  return ({ bytes, ms }, works) => {
    total.pages += 1;
    total.works += works;
    total.bytes += bytes;
    total.ms += ms;
    if (total.works > PROVIDER.listWorks) refuse('too_many', `more than ${PROVIDER.listWorks} works`);
    if (total.pages > PROVIDER.listPages) refuse('too_many', `more than ${PROVIDER.listPages} pages of works`);
    if (total.bytes > PROVIDER.listBytes) refuse('too_large', `works with more than ${PROVIDER.listBytes} bytes`);
    if (total.ms > PROVIDER.listMs) refuse('too_slow', `works for longer than ${PROVIDER.listMs} ms`);
  };
};
