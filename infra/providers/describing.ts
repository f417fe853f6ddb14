/** Requests the record of a DOI and converts it to the port's type. A record of another DOI, of which this is an alias, is none of it. */
import type { Source } from '../../domain/publication/events.ts';
import type { Described, Providers } from '../../workers/ingestion/ports.ts';
import type { JsonClient } from './http/client.ts';

type Read = Pick<Described, 'csl'> & Partial<Pick<Described, 'retracts' | 'retractedBy'>>;

export const describeWith =
  (client: JsonClient, addressOf: (doi: string) => URL, read: (body: unknown) => Read) =>
  async (doi: string, known: Source | null, signal: AbortSignal): ReturnType<Providers['describe']> => {
    const answer = await client.get(addressOf(doi), signal, known);
    if (answer.kind !== 'ok') return answer;
    const { body, source, fetchedAt } = answer;
    const record = read(body);
    const { DOI: knownAs = doi } = record.csl;
    if (knownAs !== doi) return { kind: 'notThere', knownAs };
    return { kind: 'described', retracts: [], retractedBy: [], ...record, source, fetchedAt };
  };
