/** Texts that may be in several languages, such as the names of people. */
import { language } from './i18n.ts';

export type Localized = string | Readonly<Record<string, string>> | null;

/** In the reader's language, else in English, else in any. */
export const shownText = (text: Localized, locale: string = language.value): string | null => {
  if (text === null || typeof text === 'string') return text;
  const of = (wanted: string): string | undefined =>
    Object.entries(text).find(([tag]) => tag.toLowerCase().split('-')[0] === wanted)?.[1];
  return of(locale) ?? of('en') ?? Object.values(text)[0] ?? null;
};

/** The text that an edit starts from. */
export const editedText = (text: Localized): string => shownText(text) ?? '';

/** Replaces the language that was shown and keeps the others. Null if none is left. */
export const withText = (text: Localized, typed: string, locale: string = language.value): Localized => {
  const value = typed.trim();
  if (text === null || typeof text === 'string') return value === '' ? null : value;
  const shown = shownText(text, locale);
  const tag = Object.entries(text).find(([, other]) => other === shown)?.[0] ?? locale;
  const entries = Object.entries(text).filter(([other]) => other !== tag);
  const next = value === '' ? entries : [...entries, [tag, value] as const];
  return next.length === 0 ? null : Object.fromEntries(next);
};
