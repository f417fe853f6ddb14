/** Cleaning what holds texts: records field by field, names, whole JSON values. */
import { mustSay } from '../../domain/bounded.ts';
import { fieldOf, type Change, type Fields } from '../../domain/changes/change.ts';
import { NUMBER_FIELDS } from '../../domain/csl-schema.ts';
import { Refused } from '../../domain/errors.ts';
import type { Json } from '../../domain/json.ts';
import type { LocalizedText } from '../../domain/localized-text.ts';

import { shortened } from '../../domain/shortened.ts';
import { IDENTIFIER_FIELDS, LONG_FIELDS, MARKUP_FIELDS } from '../../domain/text/fields.ts';
import { plainLines, plainText, richLines, richText } from './index.ts';

/** Every text in a value, including the keys of its objects. */
const cleanIn = (value: Json, clean: (text: string) => string): Json => {
  if (typeof value === 'string') return clean(value);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return (value as readonly Json[]).map((each) => cleanIn(each, clean));
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [plainText(key), cleanIn(each, clean)]));
};

const cleanerOf = (field: string): ((text: string) => string) => {
  if (MARKUP_FIELDS.has(field)) return LONG_FIELDS.has(field) ? richLines : richText;
  return LONG_FIELDS.has(field) ? plainLines : plainText;
};

/** One field of a CSL item. A number where CSL allows a text or a number becomes a text. */
const cleanField = <T>(field: string, value: T): T => {
  if (value === undefined || IDENTIFIER_FIELDS.has(field)) return value;
  if (typeof value === 'number' && NUMBER_FIELDS.has(field)) return String(value) as T;
  return cleanIn(value as Json, cleanerOf(field)) as T;
};

const propertiesIn = (value: Json): number => {
  if (typeof value !== 'object' || value === null) return 0;
  const own = Array.isArray(value) ? 0 : Object.keys(value).length;
  return Object.values(value).reduce<number>((sum, each: Json) => sum + propertiesIn(each), own);
};

/** Changes of a CSL item. Throws `Refused('invalid')` if two properties would get the same name, since one would be lost. */
export const cleanChanges = (changes: readonly Change[]): readonly Change[] =>
  changes.map((change) => {
    if (change.after === undefined) return change;
    const field = fieldOf(change);
    const after = cleanField(field, change.after);
    if (propertiesIn(after) < propertiesIn(change.after))
      throw new Refused('invalid', 'invalid_value', `${shortened(field)} has properties of the same name`, {
        field: shortened(field),
        accepted: 'properties whose names differ in more than markup, white space and control characters',
      });
    return { ...change, after };
  });

/** A CSL item, or some of its fields. */
export const cleanFields = <T extends Fields | object>(fields: T): T =>
  Object.fromEntries(Object.entries(fields).map(([field, value]) => [field, cleanField(field, value)])) as T;

/** A text in all its locales. Throws `Refused('invalid')`, naming the field, if one is blank. */
const localized = (text: LocalizedText, field: string, clean: (text: string) => string): LocalizedText =>
  typeof text === 'string'
    ? mustSay(clean(text), field)
    : Object.fromEntries(
        Object.entries(text).map(([locale, each]) => [locale, mustSay(clean(each), `${field}.${locale}`)]),
      );

/** A name. Throws `Refused('invalid')` if it is blank. */
export const cleanName = <T extends LocalizedText>(name: T, field = 'name'): T =>
  localized(name, field, plainText) as T;

/** A command with its name cleaned, if it has one. Throws `Refused('invalid')` if that is blank. */
export const withCleanName = <Command extends object>(command: Command): Command =>
  'name' in command ? { ...command, name: cleanName(command.name as LocalizedText) } : command;

/** A text of several lines. Throws `Refused('invalid')` if it is blank. */
export const cleanLines = (text: LocalizedText, field: string): LocalizedText => localized(text, field, plainLines);
