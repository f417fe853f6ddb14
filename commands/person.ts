/** Commands to one person of a workspace. */
import type { LocalizedText } from '../domain/localized-text.ts';
import { person, type PersonCommand } from '../domain/person/person.ts';
import { streamsOf } from './aggregate.ts';
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
