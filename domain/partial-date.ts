/** A date of any precision: `2021`, `2021-03` or `2021-03-09`. */
import type { CslDate } from './csl.ts';
import { Refused } from './errors.ts';
import { quoted } from './shortened.ts';

export type PartialDate = string;

const FORM = /^(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?$/u;

const isLeap = (year: number): boolean => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;

const daysIn = (year: number, month: number): number =>
  [31, isLeap(year) ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1] ?? 0;

const within = (value: number | undefined, most: number): value is number =>
  value !== undefined && Number.isInteger(value) && value >= 1 && value <= most;

const padded = (value: number, digits: number): string => String(value).padStart(digits, '0');

/** The valid leading part of a date; null if not even the year is valid. */
const fromParts = (year?: number, month?: number, day?: number): PartialDate | null => {
  if (!within(year, 9999)) return null;
  if (!within(month, 12)) return padded(year, 4);
  const known = `${padded(year, 4)}-${padded(month, 2)}`;
  return within(day, daysIn(year, month)) ? `${known}-${padded(day, 2)}` : known;
};

/** A number, also as at most four digits; NaN for anything else. */
const numberOf = (part: unknown): number =>
  typeof part === 'number' || (typeof part === 'string' && /^-?\d{1,4}$/u.test(part)) ? Number(part) : Number.NaN;

/** Whether a CSL date, given as numbers or digits, exists in the calendar; years before the common era are negative. */
export const isInCalendar = (parts: readonly (number | string)[]): boolean => {
  const [year = 0, ...rest] = parts.map(numberOf);
  const known = fromParts(Math.abs(year), ...rest);
  return known !== null && known.split('-').length === parts.length;
};

/** Parses a date entered by a person. Throws `Refused('invalid')`, also for a day that does not exist. */
export const parsePartialDate = (text: string): PartialDate => {
  const trimmed = text.trim();
  const parts = FORM.exec(trimmed)
    ?.slice(1)
    .flatMap((part: string | undefined) => (part === undefined ? [] : [Number(part)]));
  if (parts === undefined || fromParts(...parts) !== trimmed)
    throw new Refused('invalid', 'invalid_date', `not a date: ${quoted(text)}`, {
      accepted: 'a date that exists, as 2021, 2021-03 or 2021-03-09',
    });
  return trimmed;
};

/** The first date of a provider's CSL date: numbers or digits, dropping invalid parts. */
export const partialDateOf = (date: CslDate | undefined): PartialDate | null => {
  const parts: unknown = date?.['date-parts']?.[0];
  return Array.isArray(parts) ? fromParts(...parts.map(numberOf)) : null;
};

/** The first day of the date; sorts correctly as text. */
export const firstDayOf = (date: PartialDate): string => `${date}-01-01`.slice(0, '2021-03-09'.length);

export const yearOf = (date: PartialDate): number => Number(date.slice(0, 4));
