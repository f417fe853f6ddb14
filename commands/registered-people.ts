/** The people whom a request names by their iDs, each of whom must be registered. */
import { mustBeAtMost } from '../domain/bounded.ts';
import { Refused } from '../domain/errors.ts';
import { REQUEST } from '../domain/limits.ts';
import { parseOrcid } from '../domain/orcid.ts';
import { loadState } from './aggregate.ts';
import { personAggregate } from './person.ts';
import type { EventStore } from './ports.ts';

/** Their iDs in normal form, each once. Throws `Refused('invalid')`, naming the iD. */
export const registeredPeople = async (
  { events }: { readonly events: EventStore },
  orcids: readonly string[],
  workspace: string,
): Promise<readonly string[]> => {
  mustBeAtMost(orcids, 'person_orcids', REQUEST.listItems);
  const parsed = [...new Set(orcids.map(parseOrcid))];
  for (const orcid of parsed) {
    const { state } = await loadState(events, personAggregate, workspace, orcid);
    if (state.status === 'absent')
      throw new Refused('invalid', 'person_not_registered', `no person is registered with ${orcid}`, {
        field: 'person_orcids',
        value: orcid,
      });
  }
  return parsed;
};
