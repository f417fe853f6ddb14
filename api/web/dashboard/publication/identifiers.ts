/** The identifiers of a publication without a DOI, as people write them. */
import { messages } from '../../client/i18n.ts';
import de from './identifiers/de.json' with { type: 'json' };
import en from './identifiers/en.json' with { type: 'json' };

const named = messages({ en, de });
const isNamed = (type: string): type is keyof typeof en => Object.hasOwn(en, type);

/** `isbn.9780306406157`; null for a name that only Colophon or one list uses. */
export const identifierInWords = (key: string): string | null => {
  const [, type = '', value = ''] = /^([a-z]+)[.:](.+)$/u.exec(key) ?? [];
  if (!isNamed(type)) return null;
  return `${named(type)} ${type === 'isbn' || type === 'pmc' ? value.toUpperCase() : value}`;
};

/** Of a type that has a name. */
export const identifierTypeName = (type: keyof typeof en): string => named(type);

/** Each once. */
export const identifiersInWords = (keys: readonly string[]): readonly string[] => [
  ...new Set(keys.flatMap((key) => identifierInWords(key) ?? [])),
];
