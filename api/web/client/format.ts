/** Numbers, dates and lists in the reader's language. */
import { computed } from '@preact/signals';
import { language, numbers, perLocale } from './i18n.ts';

/** Such as British English, if the reader's browser names it. */
const locale = computed(
  () =>
    globalThis.navigator?.languages.find((tag) => tag.toLowerCase().startsWith(`${language.value}-`)) ?? language.value,
);

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const UNITS: readonly (readonly [unit: Intl.RelativeTimeFormatUnit, ms: number])[] = [
  ['year', 365 * 24 * 60 * MINUTE],
  ['month', 30 * 24 * 60 * MINUTE],
  ['day', 24 * 60 * MINUTE],
  ['hour', HOUR],
  ['minute', MINUTE],
];

const instants = perLocale((tag) => new Intl.DateTimeFormat(tag, { dateStyle: 'medium', timeStyle: 'short' }));
const days = perLocale((tag) => new Intl.DateTimeFormat(tag, { dateStyle: 'medium' }));
const spans = perLocale((tag) => new Intl.RelativeTimeFormat(tag, { numeric: 'auto' }));
/** “1 day ago”, since what is a day old may be from the day before yesterday. */
const spansOfDays = perLocale((tag) => new Intl.RelativeTimeFormat(tag, { numeric: 'always' }));
const months = perLocale((tag) => new Intl.DateTimeFormat(tag, { year: 'numeric', month: 'short', timeZone: 'UTC' }));
const daysUtc = perLocale((tag) => new Intl.DateTimeFormat(tag, { dateStyle: 'medium', timeZone: 'UTC' }));
const lists = perLocale((tag) => new Intl.ListFormat(tag, { style: 'long', type: 'conjunction' }));

export const number = (value: number): string => numbers(language.value).format(value);

/** The API accepts later instants, but calendars and date fields cannot hold them. */
const LATEST_MS = Date.UTC(9999, 11, 30);

export const instant = (ms: number): string => instants(locale.value).format(Math.min(ms, LATEST_MS));

export const day = (ms: number): string => days(locale.value).format(Math.min(ms, LATEST_MS));

/** `2026-01-31`, the format of a date field, in the reader's time zone. */
export const dayOf = (ms: number): string => {
  const at = Math.min(ms, LATEST_MS);
  return new Date(at - new Date(at).getTimezoneOffset() * MINUTE).toISOString().slice(0, '2026-01-31'.length);
};

/** The instants at which such a day begins and ends for the reader. NaN if the text is not a day. */
export const startOfDay = (isoDay: string): number => new Date(`${isoDay}T00:00`).getTime();
export const endOfDay = (isoDay: string): number => new Date(`${isoDay}T23:59:59.999`).getTime();

/** “3 hours ago”. */
export const ago = (ms: number, now: number = Date.now()): string => {
  const passed = now - ms;
  const [unit, size] = UNITS.find(([, length]) => Math.abs(passed) >= length) ?? ['minute', MINUTE];
  return (size > HOUR ? spansOfDays : spans)(locale.value).format(-Math.round(passed / size), unit);
};

/** A date that may lack its month or day: `2021`, `2021-03` or `2021-03-09`. */
export const partialDate = (date: string): string => {
  const [year = '', month, dayOfMonth] = date.replace(/^-/u, '').split('-');
  if (date.startsWith('-') || month === undefined) return date;
  // `Date.UTC` takes the years 0 to 99 for 1900 to 1999.
  const at = new Date(0).setUTCFullYear(Number(year), Number(month) - 1, Number(dayOfMonth ?? 1));
  return (dayOfMonth === undefined ? months : daysUtc)(locale.value).format(at);
};

export const list = (names: readonly string[]): string => lists(locale.value).format(names);

/** Compares texts in the sort order of the reader's language: `ä` next to `a`. */
export const inOrder = (left: string, right: string): number => left.localeCompare(right, locale.value);

const BYTE_UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;
const PER_UNIT = 1_000;

/** “1.2 GB”. */
export const bytes = (count: number): string => {
  const power = Math.min(BYTE_UNITS.length - 1, Math.floor(Math.log(Math.max(1, count)) / Math.log(PER_UNIT)));
  return new Intl.NumberFormat(locale.value, {
    style: 'unit',
    unit: BYTE_UNITS[power],
    unitDisplay: 'short',
    maximumFractionDigits: 1,
  }).format(count / PER_UNIT ** power);
};

/** An amount in a currency (ISO 4217); cents only if there are any. */
export const money = (amount: number, currency: string): string =>
  new Intl.NumberFormat(locale.value, {
    style: 'currency',
    currency,
    minimumFractionDigits: Number.isInteger(amount) ? 0 : 2,
  }).format(amount);
