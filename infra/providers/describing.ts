/** From a provider's answer about a DOI to what the port says of it. */
import type { Source } from '../../domain/publication/events.ts';
import type { Described, NotThere, Unchanged } from '../../workers/ingestion/ports.ts';
import type { JsonAnswer } from './http/client.ts';

export type Describe = (
  doi: string,
  known: Source | null,
  signal: AbortSignal,
) => Promise<Described | NotThere | Unchanged>;

type Read = Pick<Described, 'csl'> & Partial<Pick<Described, 'retracts' | 'retractedBy'>>;

export const readDescription = (
  answer: JsonAnswer,
  read: (body: unknown) => Read,
): Described | NotThere | Unchanged => {
  if (answer.kind !== 'ok') return answer;
  const { body, source, fetchedAt } = answer;
  return { kind: 'described', retracts: [], retractedBy: [], ...read(body), source, fetchedAt };
};
