/** The facts of a record that are lists of small objects: the parts of an entry, their names, and how they are typed and read. */
import { problemWith } from '../../../../domain/check-digit.ts';
import type { FactField } from '../../../../domain/facts/schema.ts';
import { LOCATION_VERSIONS } from '../../../../domain/facts/schema.ts';
import { parseIdentifier } from '../../../../domain/facts/identifiers.ts';
import { parseFunderId } from '../../../../domain/facts/organisation-id.ts';
import { IDENTIFIER_TYPES, isIdentifierType, RELATION_TYPES } from '../../../../domain/facts/relations.ts';
import { parseLicence, parseWebAddress } from '../../../../domain/facts/web-address.ts';
import { parsePartialDate } from '../../../../domain/partial-date.ts';
import { messages } from '../../client/i18n.ts';
import { parsed } from '../../client/parsed.ts';
import type { Read as ReadOf } from '../../parts/editing/fieldset.ts';
import { isFields, textIn, visibleText, type Fields, type Value } from '../../parts/editing/value.ts';
import de from './facts/de.json' with { type: 'json' };
import en from './facts/en.json' with { type: 'json' };
import { relationWord } from './relations.ts';

export type Fact = Exclude<FactField, 'subject'>;
/** What is typed in the parts of an entry, by name. */
export type TypedEntry = Readonly<Record<string, string>>;
export type FactProblem = 'bad_address' | 'check_digit' | 'bad_date' | 'bad_funder_id' | 'bad_identifier' | 'nameless';

type Part = {
  readonly name: string;
  /** Of one that is chosen; an optional one may be empty. */
  readonly choices?: readonly string[];
  /** Each line is an entry of a list. */
  readonly isList?: true;
  readonly isRequired?: true;
  /** In normal form; throws if it is wrong. */
  readonly parse?: (text: string, entry: TypedEntry) => string;
  readonly problem?: FactProblem;
};

const identifierOf = (text: string, { 'id-type': type }: TypedEntry): string => {
  if (!isIdentifierType(type)) throw new Error(`no type of identifier: ${type ?? ''}`);
  return parseIdentifier(type, text);
};

const PARTS: Readonly<Record<Fact, readonly Part[]>> = {
  license: [
    { name: 'URL', parse: parseLicence, problem: 'bad_address', isRequired: true },
    { name: 'content-version', choices: ['vor', 'am', 'tdm', 'stm-asf', 'unspecified'] },
    { name: 'start', parse: parsePartialDate, problem: 'bad_date' },
  ],
  locations: [
    { name: 'landing_page_url', parse: parseWebAddress, problem: 'bad_address' },
    { name: 'pdf_url', parse: parseWebAddress, problem: 'bad_address' },
    { name: 'version', choices: LOCATION_VERSIONS },
    { name: 'license' },
  ],
  funder: [
    { name: 'name', problem: 'nameless', isRequired: true },
    { name: 'id', parse: parseFunderId, problem: 'bad_funder_id' },
    { name: 'award', isList: true },
  ],
  relation: [
    { name: 'type', choices: RELATION_TYPES, isRequired: true },
    { name: 'id-type', choices: IDENTIFIER_TYPES, isRequired: true },
    { name: 'id', parse: identifierOf, problem: 'bad_identifier', isRequired: true },
  ],
};

export const isFact = (field: string): field is Fact => Object.hasOwn(PARTS, field);

export const partsOf = (field: Fact): readonly Part[] => PARTS[field];

const named = messages({ en, de });
const isNamed = (word: string): word is keyof typeof en => Object.hasOwn(en, word);

export const partName = (field: Fact, part: string): string => {
  const word = `${field}/${part}`;
  return isNamed(word) ? named(word) : part;
};

/** A word of a vocabulary, such as the version that a licence is for. */
export const factWord = (word: string): string => (isNamed(word) ? named(word) : relationWord(word));

export const addingOne = (field: Fact): string => named(`${field}/add`);

const linesOf = (value: unknown): string => (Array.isArray(value) ? value.map(textIn).join('\n') : textIn(value));

/** A part that must be chosen starts with the first choice. */
export const newEntry = (field: Fact): TypedEntry =>
  Object.fromEntries(
    PARTS[field].map(({ name, choices: [first = ''] = [], isRequired }) => [name, isRequired === true ? first : '']),
  );

export const entriesTyped = (field: Fact, value: Value): readonly TypedEntry[] =>
  (Array.isArray(value) ? value.filter(isFields) : []).map((entry: Fields) =>
    Object.fromEntries(PARTS[field].map(({ name }) => [name, linesOf(entry[name])])),
  );

const isBlank = (field: Fact, entry: TypedEntry): boolean =>
  PARTS[field].every(
    ({ name, choices, isRequired }) =>
      (choices !== undefined && isRequired === true) || visibleText(entry[name] ?? '') === '',
  );

const readPart = ({ name, isList, isRequired, parse, problem }: Part, entry: TypedEntry): ReadOf<FactProblem> => {
  const text = visibleText(entry[name] ?? '');
  if (text === '') return isRequired === true && problem !== undefined ? { problem } : { value: null };
  if (isList === true) return { value: text.split('\n').map(visibleText).filter(Boolean) };
  const read = (given: string): string => (parse === undefined ? given : parse(given, entry));
  const value = parsed(read, text);
  if (value !== null || problem === undefined) return { value };
  return { problem: problemWith(read, text) === 'check_digit' ? 'check_digit' : problem };
};

/** Entries in which nothing is typed are left out. */
export const readEntries = (field: Fact, entries: readonly TypedEntry[]): ReadOf<FactProblem> => {
  const list: Fields[] = [];
  for (const entry of entries.filter((each) => !isBlank(field, each))) {
    const read: Record<string, Value> = {};
    for (const part of PARTS[field]) {
      const found = readPart(part, entry);
      if ('problem' in found) return found;
      if (found.value !== null) read[part.name] = found.value;
    }
    list.push(read);
  }
  return { value: list.length === 0 ? null : list };
};
