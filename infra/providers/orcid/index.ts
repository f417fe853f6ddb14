/** ORCID: the record of a person, and the list of their works. */
import { plainLines } from '../../../commands/text/index.ts';
import type { Source } from '../../../domain/publication/events.ts';
import type { PersonRecord, Providers } from '../../../workers/ingestion/ports.ts';
import { textAt } from '../csl/parts.ts';
import type { JsonClient } from '../http/client.ts';
import { listAt, shapeOf, stringAt } from '../json.ts';
import { openList, sourceIfValidated } from '../requests.ts';
import { listedFromOrcid } from './works.ts';

const SECTION = { type: ['object', 'null'] };
const checkedPerson = shapeOf('orcid', {
  type: 'object',
  properties: { name: SECTION, 'other-names': SECTION, biography: SECTION },
});
const checkedWorks = shapeOf('orcid', {
  type: 'object',
  required: ['group'],
  properties: {
    group: {
      type: 'array',
      items: { type: 'object', required: ['work-summary'], properties: { 'work-summary': { type: 'array' } } },
    },
  },
});

const nameAt = (record: unknown, part: string): string | null => textAt(record, 'name', part, 'value') ?? null;

const personFrom = (record: unknown): PersonRecord => ({
  creditName: nameAt(record, 'credit-name'),
  givenName: nameAt(record, 'given-names'),
  familyName: nameAt(record, 'family-name'),
  otherNames: listAt(record, 'other-names', 'other-name').flatMap((name) => textAt(name, 'content') ?? []),
  biography: plainLines(stringAt(record, 'biography', 'content') ?? '') || null,
});

export const personByOrcid =
  (client: JsonClient, base: string) =>
  async (orcid: string, signal: AbortSignal, known: Source | null = null): ReturnType<Providers['person']> => {
    const answer = await client.get(new URL(`${base}/${orcid}/person`), signal, known);
    if (answer.kind !== 'ok') return answer;
    return { kind: 'listed', value: personFrom(checkedPerson(answer.body)), source: sourceIfValidated(answer.source) };
  };

/** One response contains the whole list. */
export const listByOrcid =
  (client: JsonClient, base: string) =>
  async (orcid: string, signal: AbortSignal, known: Source | null = null): ReturnType<Providers['list']> => {
    const answer = await client.get(new URL(`${base}/${orcid}/works`), signal, known);
    if (answer.kind !== 'ok') return answer;
    const groups = listAt(checkedWorks(answer.body), 'group');
    openList('orcid')(answer, groups.length);
    const value = groups.flatMap((group) => listedFromOrcid(group, orcid, answer.source) ?? []);
    return { kind: 'listed', value, source: sourceIfValidated(answer.source) };
  };
