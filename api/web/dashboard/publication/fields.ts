/** The fields of a record: their kinds, names and order. */
import { messages } from '../../client/i18n.ts';
import de from './fields/de.json' with { type: 'json' };
import en from './fields/en.json' with { type: 'json' };

/** Any other field is a text. */
const OF_KIND = {
  type: ['type'],
  markup: ['title', 'container-title', 'collection-title', 'original-title', 'reviewed-title', 'volume-title'],
  area: ['abstract', 'annote', 'note'],
  names: [
    ...['author', 'editor', 'translator', 'chair', 'collection-editor', 'compiler', 'container-author', 'contributor'],
    ...['curator', 'director', 'illustrator', 'interviewer', 'organizer', 'original-author', 'recipient'],
    ...['reviewed-author', 'composer', 'editorial-director', 'executive-producer', 'guest', 'host', 'narrator'],
    ...['performer', 'producer', 'script-writer', 'series-creator'],
  ],
  date: ['issued', 'available-date', 'accessed', 'event-date', 'original-date', 'submitted'],
  list: ['categories'],
  keywords: ['keyword'],
  language: ['language'],
  whole: ['q', 'q_percentage'],
  decimal: ['if_value', 'if5a_value'],
  flag: ['funding'],
  raw: ['custom'],
};

export type Kind = keyof typeof OF_KIND | 'text';

const KINDS: ReadonlyMap<string, Kind> = new Map(
  Object.entries(OF_KIND).flatMap(([kind, names]) => names.map((name): [string, Kind] => [name, kind as Kind])),
);

export const kindOf = (field: string): Kind => KINDS.get(field) ?? 'text';

const named = messages({ en, de });
const isNamed = (field: string): field is keyof typeof en => Object.hasOwn(en, field);

export const fieldName = (field: string): string => (isNamed(field) ? named(field) : field);

/** The named fields, in display order. */
export const FIELDS = Object.keys(en);

/** Identifiers and internal data. */
const UNSEEN: ReadonlySet<string> = new Set(['id', 'DOI', 'custom']);

const place = (field: string): number => {
  const index = FIELDS.indexOf(field);
  return index < 0 ? FIELDS.length : index;
};

/** The distinct fields to show of these records, in order. */
export const fieldsShown = (...records: readonly (Readonly<Record<string, unknown>> | null)[]): readonly string[] =>
  [...new Set(records.flatMap((record) => Object.keys(record ?? {})))]
    .filter((field) => !UNSEEN.has(field))
    .sort((one, other) => place(one) - place(other));

/** The timeline also names fields that are no part of the record. */
export const isEditable = (field: string): boolean => !UNSEEN.has(field) && FIELDS.includes(field);
