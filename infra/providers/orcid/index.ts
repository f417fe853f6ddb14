/** ORCID: the record of a person, and the list of their works. */
import { plainLines } from '../../../commands/text/index.ts';
import type { Source } from '../../../domain/publication/events.ts';
import { type PersonRecord, type Providers, ProviderUnavailable } from '../../../workers/ingestion/ports.ts';
import { orcidOrNull, textAt } from '../csl/parts.ts';
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

/** What ORCID shows in place of the names of a record that its owner has deactivated, with status 200. */
const PLACEHOLDERS = new Set(['given names deactivated', 'family name deactivated']);

/** Throws `ProviderUnavailable` for an answer that is not about this iD, or no longer about a person. */
const mustBeOpen = (record: unknown, orcid: string): void => {
  const names = ['given-names', 'family-name', 'credit-name'].map((part) => nameAt(record, part)?.trim().toLowerCase());
  if (names.some((name) => PLACEHOLDERS.has(name ?? '')))
    throw new ProviderUnavailable('orcid', 'locked', 'reports the record as deactivated');
  const of = orcidOrNull(stringAt(record, 'name', 'path'));
  if (of !== null && of !== orcid)
    throw new ProviderUnavailable('orcid', 'moved', `reports that this iD was merged into another (${of})`);
};

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
    const record = checkedPerson(answer.body);
    mustBeOpen(record, orcid);
    return { kind: 'listed', value: personFrom(record), source: sourceIfValidated(answer.source) };
  };

/** One response contains the whole list. */
export const listByOrcid =
  (client: JsonClient, base: string) =>
  async (orcid: string, signal: AbortSignal, known: Source | null = null): ReturnType<Providers['list']> => {
    const answer = await client.get(new URL(`${base}/${orcid}/works`), signal, known);
    if (answer.kind !== 'ok') return answer;
    const groups = listAt(checkedWorks(answer.body), 'group');
    openList('orcid')(answer, groups.length);
    const value = groups.flatMap((group) => listedFromOrcid(group, orcid, answer.source));
    return { kind: 'listed', value, source: sourceIfValidated(answer.source) };
  };
