/** The words of the pages, in the language of their reader. Catalogues are JSON: a text, or one text per plural form. */
import { signal } from '@preact/signals';
import { keepValue, keptValue } from './storage.ts';

export const LANGUAGES = ['en', 'de'] as const;
export type Language = (typeof LANGUAGES)[number];

/** Chosen by `count`, by the plural forms of the language (CLDR); `other` is always there. */
export type Plural = { readonly other: string } & Readonly<Partial<Record<Intl.LDMLPluralRule, string>>>;
export type Message = string | Plural;
export type Catalogue = Readonly<Record<string, Message>>;

const isLanguage = (text: string): text is Language => LANGUAGES.some((known) => known === text);

/** The first of the reader's languages that there are words in. */
export const preferred = (wanted: readonly string[]): Language =>
  wanted.map((tag) => tag.toLowerCase().split('-')[0] ?? '').find(isLanguage) ?? 'en';

export const language = signal<Language>(
  keptValue<Language>('language') ?? preferred(globalThis.navigator?.languages ?? []),
);

export const speak = (chosen: Language): void => {
  keepValue('language', chosen);
  language.value = chosen;
};

export type Values = Readonly<Record<string, string | number>>;

const PLACE = /\{(\w+)\}/gu;

/** The text with its places filled; numbers as the language writes them. */
export const written = (message: Message, values: Values, locale: string): string => {
  const count = values['count'];
  const form =
    typeof message === 'string'
      ? message
      : (message[new Intl.PluralRules(locale).select(typeof count === 'number' ? count : 0)] ?? message.other);
  return form.replace(PLACE, (whole, name: string) => {
    const value = values[name];
    return typeof value === 'number' ? new Intl.NumberFormat(locale).format(value) : (value ?? whole);
  });
};

export type Translate<C> = (key: keyof C & string, values?: Values) => string;

/** The words of one part of the application. German must have every key that English has, or this does not compile. */
export const messages =
  <const C extends Catalogue>(catalogues: {
    readonly en: C;
    readonly de: Readonly<Record<keyof C, Message>>;
  }): Translate<C> =>
  (key, values = {}) =>
    written(catalogues[language.value][key], values, language.value);
