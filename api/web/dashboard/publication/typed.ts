/** Converts values to what editors show, and typed input back to values. */
import { problemWith } from '../../../../domain/check-digit.ts';
import { mustBeIsbns, mustBeIssns } from '../../../../domain/publication/given-identifier.ts';
import { orcidAddress, orcidAt, parseOrcid } from '../../../../domain/orcid.ts';
import { isInCalendar } from '../../../../domain/partial-date.ts';
import { parsed } from '../../client/parsed.ts';
import { readEntries, type Fact, type FactProblem, type TypedEntry } from './facts.ts';
import type { Kind } from './fields.ts';
import type { Read as ReadOf } from '../../parts/editing/fieldset.ts';
import { visibleText, type Fields, type Value } from '../../parts/editing/value.ts';

/** Year, month and day as typed; empty if unknown. */
export type TypedDate = { readonly year: string; readonly month: string; readonly day: string };
/** `key` identifies the entry when it is moved. `person`: who was chosen from the catalogue, with an ORCID iD or without. */
export type TypedName = {
  readonly key: number;
  readonly name: Fields;
  readonly orcid: string;
  readonly person?: string;
};

export type Typed =
  | { readonly of: 'text'; readonly text: string }
  /** One date, or both ends of a range; `literal`: a date in words. */
  | { readonly of: 'date'; readonly dates: readonly TypedDate[]; readonly literal: string; readonly rest: Fields }
  | { readonly of: 'names'; readonly names: readonly TypedName[] }
  | { readonly of: 'facts'; readonly fact: Fact; readonly entries: readonly TypedEntry[] };

export type Problem = FactProblem | 'bad_isbn' | 'bad_issn' | 'bad_number' | 'bad_range' | 'bad_orcid' | 'needs_type';
type Read = ReadOf<Problem>;

const asText = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';

export const NO_DATE: TypedDate = { year: '', month: '', day: '' };

const typedDate = (value: Value): Typed => {
  const { 'date-parts': parts, literal, raw, ...rest } = (value ?? {}) as Fields;
  const dates = (Array.isArray(parts) ? (parts as readonly (readonly unknown[])[]) : []).map(
    ([year, month, day]): TypedDate => ({
      year: asText(year).replace(/^\d+$/u, (digits) => digits.padStart(4, '0')),
      month: asText(month),
      day: asText(day),
    }),
  );
  return { of: 'date', dates: dates.length === 0 ? [NO_DATE] : dates, literal: asText(literal ?? raw), rest };
};

const typedNames = (value: Value): Typed => ({
  of: 'names',
  names: (Array.isArray(value) ? (value as readonly Fields[]) : []).map(({ ORCID: orcid, ...name }, key) => ({
    key,
    name,
    orcid: orcidAt(asText(orcid)),
  })),
});

export const typedFrom = (kind: Kind, value: Value): Typed => {
  if (kind === 'date') return typedDate(value);
  if (kind === 'names') return typedNames(value);
  return { of: 'text', text: Array.isArray(value) ? value.map(asText).join('\n') : asText(value) };
};

const partsOf = ({ year, month, day }: TypedDate): readonly number[] | null => {
  const given = [year, month, day].map((part) => part.trim());
  const known = given.findIndex((part) => part === '');
  const parts = (known < 0 ? given : given.slice(0, known)).map(Number);
  const isWhole = given.slice(parts.length).every((part) => part === '') && parts.length > 0;
  // A year typed with two digits is one of this century, or the last.
  return isWhole && /^\d{4}$/u.test(given[0] ?? '') && isInCalendar(parts) ? parts : null;
};

/** An end known only to the year, or the month, may be anywhere in it. */
const endsBefore = (first: readonly number[], last: readonly number[]): boolean => {
  const at = first.findIndex((part, index) => part !== last[index]);
  return (last[at] ?? Infinity) < (first[at] ?? -Infinity);
};

const isEmpty = ({ year, month, day }: TypedDate): boolean => `${year}${month}${day}`.trim() === '';

const readDate = ({ dates, literal, rest }: Extract<Typed, { of: 'date' }>): Read => {
  const given = dates.filter((date) => !isEmpty(date));
  if (given.length === 0)
    return { value: visibleText(literal) === '' ? null : { ...rest, literal: visibleText(literal) } };
  const parts = given.flatMap((date) => [partsOf(date) ?? []]);
  if (parts.some(({ length }) => length === 0)) return { problem: 'bad_date' };
  const [first = [], last = first] = parts;
  if (endsBefore(first, last)) return { problem: 'bad_range' };
  return { value: { ...rest, 'date-parts': parts } };
};

const refusedBy = (
  parse: (text: string) => unknown,
  text: string,
  problem: Problem,
): { readonly problem: Problem } => ({
  problem: problemWith(parse, text) === 'check_digit' ? 'check_digit' : problem,
});

const readNames = ({ names }: Extract<Typed, { of: 'names' }>): Read => {
  const read: Fields[] = [];
  for (const { name, orcid } of names) {
    const said = Object.entries(name).map(
      ([part, text]) => [part, typeof text === 'string' ? visibleText(text) : text] as const,
    );
    const filled = Object.fromEntries(said.filter(([, text]) => text !== ''));
    if (!['family', 'given', 'literal'].some((part) => part in filled)) return { problem: 'nameless' };
    const iD = orcid.trim() === '' ? null : parsed(parseOrcid, orcid);
    if (orcid.trim() !== '' && iD === null) return refusedBy(parseOrcid, orcid, 'bad_orcid');
    read.push(iD === null ? filled : { ...filled, ORCID: orcidAddress(iD) });
  }
  return { value: read.length === 0 ? null : read };
};

const listed = (text: string, separator: RegExp): readonly string[] =>
  text.split(separator).map(visibleText).filter(Boolean);

const NUMBERS = {
  isbn: { parse: (text: string) => mustBeIsbns(text, 'ISBN'), problem: 'bad_isbn' },
  issn: { parse: (text: string) => mustBeIssns(text, 'ISSN'), problem: 'bad_issn' },
} as const;

const readNumbers = (kind: keyof typeof NUMBERS, text: string): Read => {
  const { parse, problem } = NUMBERS[kind];
  return problemWith(parse, text) === null ? { value: text } : refusedBy(parse, text, problem);
};

const readText = (kind: Kind, given: string): Read => {
  const text = visibleText(given);
  if (text === '') return kind === 'type' ? { problem: 'needs_type' } : { value: null };
  switch (kind) {
    case 'list':
      return { value: listed(text, /\n/u) };
    case 'keywords':
      return { value: listed(text, /[\n,;]/u).join(', ') };
    case 'flag':
      return { value: text === 'true' };
    case 'isbn':
    case 'issn':
      return readNumbers(kind, text);
    case 'whole':
      return /^\d{1,9}$/u.test(text) ? { value: Number(text) } : { problem: 'bad_number' };
    case 'decimal':
      if (!/^\d{1,9}(?:[.,]\d{1,9})?$/u.test(text)) return { problem: 'bad_number' };
      return { value: Number(text.replace(',', '.')) };
    default:
      return { value: text };
  }
};

/** The typed value, or what is wrong with it. An empty editor means no value. */
export const readTyped = (kind: Kind, typed: Typed): Read => {
  if (typed.of === 'date') return readDate(typed);
  if (typed.of === 'facts') return readEntries(typed.fact, typed.entries);
  return typed.of === 'names' ? readNames(typed) : readText(kind, typed.text);
};
