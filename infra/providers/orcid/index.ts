/** ORCID: the record of a person, and the list of their works. */
import type { ListedWork, PersonRecord } from '../../../workers/ingestion/ports.ts';
import type { JsonClient } from '../http/client.ts';
import { listAt } from '../json.ts';
import { openList } from '../lists.ts';
import { shapeOf } from '../shape.ts';
import { personFrom } from './person.ts';
import { listedFromOrcid } from './works.ts';

const SECTION = { type: ['object', 'null'] };
const checkedPerson = shapeOf('orcid', { type: 'object', properties: { name: SECTION, biography: SECTION } });
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

export const personByOrcid =
  (client: JsonClient, base: string) =>
  async (orcid: string, signal: AbortSignal): Promise<PersonRecord | null> => {
    const answer = await client.get(new URL(`${base}/${orcid}/person`), signal);
    return answer.kind === 'ok' ? personFrom(checkedPerson(answer.body)) : null;
  };

/** One answer holds the whole list. */
export const listByOrcid =
  (client: JsonClient, base: string) =>
  async (orcid: string, signal: AbortSignal): Promise<readonly ListedWork[]> => {
    const answer = await client.get(new URL(`${base}/${orcid}/works`), signal);
    if (answer.kind !== 'ok') return [];
    const groups = listAt(checkedWorks(answer.body), 'group');
    openList('orcid')(answer, groups.length);
    return groups.flatMap((group) => listedFromOrcid(group, orcid, answer.source) ?? []);
  };
