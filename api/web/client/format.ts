/** Numbers, dates and lists in the reader's language. */
import { language } from './i18n.ts';

/** The reader's variant of the language, such as British English, if their browser names one. */
const locale = (): string =>
  globalThis.navigator?.languages.find((tag) => tag.toLowerCase().startsWith(`${language.value}-`)) ?? language.value;

const MINUTE = 60_000;
const UNITS: readonly (readonly [unit: Intl.RelativeTimeFormatUnit, ms: number])[] = [
  ['year', 365 * 24 * 60 * MINUTE],
  ['month', 30 * 24 * 60 * MINUTE],
  ['day', 24 * 60 * MINUTE],
  ['hour', 60 * MINUTE],
  ['minute', MINUTE],
];

export const number = (value: number): string => new Intl.NumberFormat(language.value).format(value);

export const percent = (share: number): string =>
  new Intl.NumberFormat(locale(), { style: 'percent', maximumFractionDigits: 0 }).format(share);

/** Date and time of an instant, in the reader's time zone. */
export const instant = (ms: number): string =>
  new Intl.DateTimeFormat(locale(), { dateStyle: 'medium', timeStyle: 'short' }).format(ms);

export const day = (ms: number): string => new Intl.DateTimeFormat(locale(), { dateStyle: 'medium' }).format(ms);

/** “3 hours ago”. */
export const ago = (ms: number, now: number = Date.now()): string => {
  const passed = now - ms;
  const [unit, size] = UNITS.find(([, length]) => Math.abs(passed) >= length) ?? ['minute', MINUTE];
  return new Intl.RelativeTimeFormat(locale(), { numeric: 'auto' }).format(-Math.round(passed / size), unit);
};

/** `2021`, `2021-03` or `2021-03-09`, as precise as it is known. */
export const partialDate = (date: string): string => {
  const [year = '', month, dayOfMonth] = date.replace(/^-/u, '').split('-');
  if (date.startsWith('-') || month === undefined) return date;
  const at = Date.UTC(Number(year), Number(month) - 1, Number(dayOfMonth ?? 1));
  const precision: Intl.DateTimeFormatOptions =
    dayOfMonth === undefined ? { year: 'numeric', month: 'short' } : { dateStyle: 'medium' };
  return new Intl.DateTimeFormat(locale(), { ...precision, timeZone: 'UTC' }).format(at);
};

export const list = (names: readonly string[]): string =>
  new Intl.ListFormat(locale(), { style: 'long', type: 'conjunction' }).format(names);

/** Compares texts in the order of the reader's language: `ä` beside `a`. */
export const inOrder = (left: string, right: string): number => left.localeCompare(right, locale());

/** Of an amount in a currency (ISO 4217); cents only where there are some. */
export const money = (amount: number, currency: string): string =>
  new Intl.NumberFormat(locale(), {
    style: 'currency',
    currency,
    minimumFractionDigits: Number.isInteger(amount) ? 0 : 2,
  }).format(amount);
