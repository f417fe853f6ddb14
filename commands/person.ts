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
      const { name, biography } = command;
      return { ...command, name: name === null ? null : cleanName(name), biography: cleanBiography(biography) };
    }
    case 'NamePerson':
      return { ...command, name: cleanName(command.name) };
    case 'DescribePerson':
      return { ...command, biography: cleanBiography(command.biography) };
    case 'DetailPerson':
      return command.peopleType == null ? command : { ...command, peopleType: plainText(command.peopleType) };
    case 'ReviseProfile': {
      const { name, biography } = command;
      const said = biography === undefined ? {} : { biography: cleanBiography(biography) };
      return { ...command, name: cleanName(name), ...said };
    }
    default:
      return command;
  }
};

export const personAggregate = { stream: streamsOf('person'), decider: person, cleaned };
