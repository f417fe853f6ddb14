/** Texts that may be in several languages, such as the names of people. */
import { language } from './i18n.ts';

export type Localized = string | Readonly<Record<string, string>> | null;

/** The text in the reader's language, else in English, else in any. */
export const shownText = (text: Localized, locale: string = language.value): string | null => {
  if (text === null || typeof text === 'string') return text;
  const of = (wanted: string): string | undefined =>
    Object.entries(text).find(([tag]) => tag.toLowerCase().split('-')[0] === wanted)?.[1];
  return of(locale) ?? of('en') ?? Object.values(text)[0] ?? null;
};
