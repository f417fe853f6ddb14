/** Localized text: one string for all locales, or one string per BCP 47 locale. */
import { isWithin } from './characters.ts';
import { Refused } from './errors.ts';
import { jsonBytes, TEXT } from './limits.ts';
import { quoted } from './shortened.ts';
import { isVisible } from './text/visible.ts';

export type LocalizedText = string | { readonly [locale: string]: string };

/** The shape of a BCP 47 language tag: a language and any subtags. */
export const LOCALE = /^[A-Za-z]{2,8}(?:-[A-Za-z0-9]{1,8})*$/u;
const acceptedOf = (most: number): string =>
  `a text of 1 to ${most} characters that is not blank, or an object from at most ${TEXT.locales} BCP 47 locales to such texts, ` +
  `of ${TEXT.localizedBytes} bytes in all`;

type Parsing = { readonly field: string; readonly most: number };

const refusal = ({ field, most }: Parsing, problem: string): Refused =>
  new Refused('invalid', 'invalid_text', `${field} ${problem}`, { field, accepted: acceptedOf(most) });

const text = (value: unknown, parsing: Parsing): string => {
  if (typeof value !== 'string') throw refusal(parsing, 'is not a text');
  const trimmed = value.trim();
  if (!isVisible(trimmed)) throw refusal(parsing, 'is blank');
  if (!isWithin(trimmed, parsing.most)) throw refusal(parsing, 'is too long');
  return trimmed;
};

/** Trims the text or texts, each of at most `most` characters. Throws `Refused('invalid')`, naming `field`. */
export const parseLocalizedText = (
  value: unknown,
  field = 'text',
  most: number = TEXT.nameCharacters,
): LocalizedText => {
  const parsing = { field, most };
  if (jsonBytes(value) > TEXT.localizedBytes) throw refusal(parsing, 'is too long');
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return text(value, parsing);
  const entries = Object.entries(value);
  if (entries.length === 0) throw refusal(parsing, 'has no locale');
  if (entries.length > TEXT.locales) throw refusal(parsing, 'has too many locales');
  for (const [locale] of entries)
    if (!isWithin(locale, TEXT.localeCharacters) || !LOCALE.test(locale))
      throw refusal(parsing, `has a key that is no BCP 47 locale: ${quoted(locale)}`);
  return Object.fromEntries(
    entries.map(([locale, each]) => [locale, text(each, { field: `${field}.${locale}`, most })]),
  );
};

const languageOf = (locale: string): string => locale.toLowerCase().split('-')[0] ?? '';

/** The text for a locale: an exact match, else the same language, else English, else the first. */
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

export const everyText = (localized: LocalizedText): readonly string[] =>
  typeof localized === 'string' ? [localized] : Object.values(localized);
