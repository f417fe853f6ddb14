/** The languages that citations can be written in. */

const BUNDLED = ['en-US', 'de-DE', 'es-ES', 'fr-FR', 'nl-NL'] as const;
const [ENGLISH] = BUNDLED;

const languageOf = (locale: string): string => locale.toLowerCase().split('-')[0] ?? '';

/** That locale, else one of its language, else English. */
export const citationLocale = (asked: string): string =>
  BUNDLED.find((locale) => locale.toLowerCase() === asked.toLowerCase()) ??
  BUNDLED.find((locale) => languageOf(locale) === languageOf(asked)) ??
  ENGLISH;
