/** Localized text: one string for everybody, or one string a BCP 47 locale. */
import { Refused } from './errors.ts';
import { jsonBytes } from './limits.ts';

export type LocalizedText = string | { readonly [locale: string]: string };

/** The shape of a BCP 47 language tag: a language and any subtags. */
const LOCALE = /^[A-Za-z]{2,8}(?:-[A-Za-z0-9]{1,8})*$/u;
/** In all locales together: a change carries the text before and after, and all of it must fit one append. */
const MOST_BYTES = 100_000;
const ACCEPTED = 'a text that is not blank, or an object from BCP 47 locales to such texts, of 100 kB in all';

const refusal = (field: string, problem: string): Refused =>
  new Refused('invalid', 'invalid_text', `${field} ${problem}`, { field, accepted: ACCEPTED });

const text = (value: unknown, field: string): string => {
  if (typeof value !== 'string') throw refusal(field, 'is not a text');
  const trimmed = value.trim();
  if (trimmed === '') throw refusal(field, 'is blank');
  return trimmed;
};

/** The text, or the texts, without surrounding space. `field` names it in the refusal. Throws `Refused('invalid')`. */
export const parseLocalizedText = (value: unknown, field = 'text'): LocalizedText => {
  if (jsonBytes(value) > MOST_BYTES) throw refusal(field, 'is too long');
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return text(value, field);
  const entries = Object.entries(value);
  if (entries.length === 0) throw refusal(field, 'has no locale');
  for (const [locale] of entries)
    if (!LOCALE.test(locale)) throw refusal(field, `has a key that is no BCP 47 locale: ${JSON.stringify(locale)}`);
  return Object.fromEntries(entries.map(([locale, each]) => [locale, text(each, `${field}.${locale}`)]));
};

const languageOf = (locale: string): string => locale.toLowerCase().split('-')[0] ?? '';

/** The text for a locale: that very locale, else its language, else English, else the first. */
export const pickLocale = (localized: LocalizedText, locale: string): string => {
  if (typeof localized === 'string') return localized;
  const texts = Object.entries(localized);
  const find = (fits: (key: string) => boolean): string | undefined => texts.find(([key]) => fits(key))?.[1];
  return (
    find((key) => key.toLowerCase() === locale.toLowerCase()) ??
    find((key) => key.toLowerCase() === languageOf(locale)) ??
    find((key) => languageOf(key) === languageOf(locale)) ??
    find((key) => key.toLowerCase() === 'en') ??
    texts[0]?.[1] ??
    ''
  );
};

/** Every text that there is, for search terms and comparisons. */
export const everyText = (localized: LocalizedText): readonly string[] =>
  typeof localized === 'string' ? [localized] : Object.values(localized);
