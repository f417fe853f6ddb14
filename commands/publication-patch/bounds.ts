/** Size limits for the result of an edit. Fields that already exceed them, from before they existed, remain editable. */
import type { CslItem } from '../../domain/csl.ts';
import { Refused } from '../../domain/errors.ts';
import type { Json } from '../../domain/json.ts';
import { jsonBytes, RECORD, REQUEST, TEXT } from '../../domain/limits.ts';
import { keysOf } from '../../domain/own.ts';
import type { FieldChange } from '../../domain/publication/events.ts';
import { shortened } from '../../domain/shortened.ts';

/** The longest text and list, the most properties of one object, and the levels of a value. */
const WORDS = {
  characters: 'characters in a text',
  items: 'entries in a list',
  properties: 'properties of an object',
  levels: 'levels of nesting',
} as const;

type Extent = Readonly<Record<keyof typeof WORDS, number>>;

const NOTHING: Extent = { characters: 0, items: 0, properties: 0, levels: 0 };

const larger = (one: Extent, other: Extent): Extent => ({
  characters: Math.max(one.characters, other.characters),
  items: Math.max(one.items, other.items),
  properties: Math.max(one.properties, other.properties),
  levels: Math.max(one.levels, other.levels),
});

/** In code points, as JSON Schema counts them. */
const charactersIn = (text: string): number => text.replace(/[\u{10000}-\u{10ffff}]/gu, '.').length;

const extentOf = (value: Json | undefined): Extent => {
  if (typeof value === 'string') return { ...NOTHING, characters: charactersIn(value) };
  if (typeof value !== 'object' || value === null) return NOTHING;
  const inside = Object.values(value).reduce<Extent>((most, each: Json) => larger(most, extentOf(each)), NOTHING);
  const own: Extent = Array.isArray(value)
    ? { ...NOTHING, items: value.length }
    : { ...NOTHING, properties: Object.keys(value).length };
  return { ...larger(inside, own), levels: inside.levels + 1 };
};

const charactersOf = (field: string): number => {
  if (field === 'title') return TEXT.titleCharacters;
  return field === 'abstract' || field === 'custom' ? TEXT.abstractCharacters : TEXT.fieldCharacters;
};

const mostOf = (field: string): Extent => ({
  characters: charactersOf(field),
  items: RECORD.authors,
  properties: REQUEST.properties,
  levels: RECORD.depth,
});

/** Throws `Refused('invalid')`, naming the field and the limit. */
export const mustBeWithin = (changes: readonly FieldChange[], before: CslItem, after: CslItem): void => {
  for (const change of changes) {
    const [was, is, most] = [extentOf(change.before), extentOf(change.after), mostOf(change.field)];
    for (const what of keysOf(WORDS))
      if (is[what] > Math.max(most[what], was[what]))
        throw new Refused('invalid', 'field_too_large', `${shortened(change.field)} would be too large`, {
          field: shortened(change.field),
          accepted: `at most ${most[what]} ${WORDS[what]}`,
        });
  }
  // A refresh may have made it larger.
  const most = Math.max(RECORD.bytes, jsonBytes(before));
  if (jsonBytes(after) > most)
    throw new Refused('invalid', 'record_too_large', 'the record would be too large', {
      accepted: `at most ${most} bytes of JSON`,
    });
};
