/** Commands to one person of a workspace. */
import { mustBeAtMost } from '../domain/bounded.ts';
import { Refused } from '../domain/errors.ts';
import { REQUEST } from '../domain/limits.ts';
import type { LocalizedText } from '../domain/localized-text.ts';
import { parsePersonId } from '../domain/person/id.ts';
import { person, type PersonCommand } from '../domain/person/person.ts';
import { loadState, streamsOf } from './aggregate.ts';
import type { EventStore } from './ports.ts';
import { plainText } from './text/index.ts';
import { cleanLines, cleanName } from './text/values.ts';

const cleanBiography = (text: LocalizedText | null): LocalizedText | null =>
  text === null ? null : cleanLines(text, 'biography');

const cleaned = (command: PersonCommand): PersonCommand => {
  switch (command.type) {
    case 'RegisterPerson': {
      const { name, biography, saidBy } = command;
      if (saidBy === 'provider') return command;
      return {
        ...command,
        name: name === null ? null : cleanName(name),
        ...(biography !== undefined && { biography: cleanBiography(biography) }),
      };
    }
    case 'ReviseProfile': {
      const { name, biography, peopleType } = command;
      return {
        ...command,
        ...(name !== undefined && { name: cleanName(name) }),
        ...(biography !== undefined && { biography: cleanBiography(biography) }),
        ...(peopleType != null && { peopleType: plainText(peopleType) }),
      };
    }
    default:
      return command;
  }
};

export const personAggregate = { stream: streamsOf('person'), decider: person, cleaned };

/** The distinct iDs in normal form. Throws `Refused('invalid')` for one that is malformed or not registered. */
export const registeredAmong = async (
  { events }: { readonly events: EventStore },
  orcids: readonly string[],
  workspace: string,
): Promise<readonly string[]> => {
  mustBeAtMost(orcids, 'person_orcids', REQUEST.listItems);
  const distinct = [...new Set(orcids.map(parsePersonId))];
  for (const orcid of distinct) {
    const { state } = await loadState(events, personAggregate, workspace, orcid);
    if (state.status === 'absent' || state.mergedInto !== undefined)
      throw new Refused('invalid', 'person_not_registered', `no person is registered with ${orcid}`, {
        field: 'person_orcids',
        value: orcid,
      });
  }
  return distinct;
};
