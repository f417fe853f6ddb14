/** What people call the kinds of change and the fields that they concern. */
import { messages } from '../../client/i18n.ts';
import deFields from './fields/de.json' with { type: 'json' };
import enFields from './fields/en.json' with { type: 'json' };
import deWhat from './what/de.json' with { type: 'json' };
import enWhat from './what/en.json' with { type: 'json' };

const fields = messages({ en: enFields, de: deFields });
const what = messages({ en: enWhat, de: deWhat });

const isField = (name: string): name is keyof typeof enFields => Object.hasOwn(enFields, name);
const isKnown = (type: string): type is keyof typeof enWhat => Object.hasOwn(enWhat, type);

/** All that there are, for a choice. */
export const EVENT_TYPES = Object.keys(enWhat) as readonly (keyof typeof enWhat)[];

/** `PublicationHidden` of a later release becomes “Publication hidden”. */
const asWords = (type: string): string => {
  const spaced = type.replace(/(?<=[a-z])[A-Z]/gu, (letter) => ` ${letter.toLowerCase()}`);
  return `${spaced.charAt(0).toUpperCase()}${spaced.slice(1)}`;
};

export const eventName = (type: string): string => (isKnown(type) ? what(type) : asWords(type));

const unescaped = (name: string): string => name.replaceAll('~1', '/').replaceAll('~0', '~');

/** The names that lead to what changed, outermost first. */
export const namesIn = (pointer: string): readonly string[] => pointer.split('/').slice(1).map(unescaped);

/** `/author/0` is “Authors 1”: people count from one. */
export const fieldName = (pointer: string): string => {
  const [field = '', ...rest] = namesIn(pointer);
  const name = isField(field) ? fields(field) : asWords(field.replaceAll(/[_-]/gu, ' '));
  const within = rest.map((part) => (/^\d+$/u.test(part) ? String(Number(part) + 1) : part.replaceAll('_', ' ')));
  return [name, ...within].join(' ');
};
