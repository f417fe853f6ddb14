/** Translations. Catalogues are JSON: a text for each key, or one text per plural form. */
import { signal } from '@preact/signals';
import { keepValue, keptValue } from './storage.ts';

export const LANGUAGES = ['en', 'de'] as const;
export type Language = (typeof LANGUAGES)[number];

/** Each in its own language. */
export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = { en: 'English', de: 'Deutsch' };

/** Plural forms (CLDR), selected by `count`; `other` is required. */
type Plural = { readonly other: string } & Readonly<Partial<Record<Intl.LDMLPluralRule, string>>>;
export type Message = string | Plural;
export type Catalogue = Readonly<Record<string, Message>>;

const isLanguage = (text: string): text is Language => LANGUAGES.some((known) => known === text);

export const preferred = (wanted: readonly string[]): Language =>
  wanted.map((tag) => tag.toLowerCase().split('-')[0] ?? '').find(isLanguage) ?? 'en';

export const language = signal<Language>(
  preferred([String(keptValue('language')), ...(globalThis.navigator?.languages ?? [])]),
);

export const setLanguage = (chosen: Language): void => {
  keepValue('language', chosen);
  language.value = chosen;
};

export type Values = Readonly<Record<string, string | number>>;

/** Caches one formatter per locale: creating one takes longer than formatting a page of rows with it. */
export const perLocale = <Formatter>(make: (locale: string) => Formatter): ((locale: string) => Formatter) => {
  const made = new Map<string, Formatter>();
  return (locale) => {
    const formatter = made.get(locale) ?? make(locale);
    made.set(locale, formatter);
    return formatter;
  };
};

export const numbers = perLocale((locale) => new Intl.NumberFormat(locale));
const plurals = perLocale((locale) => new Intl.PluralRules(locale));
const PLACEHOLDER = /\{(\w+)\}/gu;

export const formatMessage = (message: Message, values: Values, locale: string): string => {
  const count = values['count'];
  const form =
    typeof message === 'string'
      ? message
      : (message[plurals(locale).select(typeof count === 'number' ? count : 0)] ?? message.other);
  return form.replace(PLACEHOLDER, (whole, name: string) => {
    const value = values[name];
    return typeof value === 'number' ? numbers(locale).format(value) : (value ?? whole);
  });
};

export type Translate<C> = (key: keyof C & string, values?: Values) => string;

/** The texts of one part of the application. A key missing in German does not compile. */
export const messages =
  <const C extends Catalogue>(catalogues: {
    readonly en: C;
    readonly de: Readonly<Record<keyof C, Message>>;
  }): Translate<C> =>
  (key, values = {}) =>
    formatMessage(catalogues[language.value][key], values, language.value);
