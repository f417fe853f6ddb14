/** The locale of names and citations, and whether there are citations. */
import { TEXT } from '../../domain/limits.ts';

export const LOCALE = {
  locale: {
    type: 'string',
    pattern: '^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$',
    maxLength: TEXT.localeCharacters,
    default: 'en',
    description: 'BCP 47, such as `de` or `de-AT`. Falls back to the language, then to English.',
  },
} as const;

export const CITED = {
  ...LOCALE,
  // Optional because uncached citations take milliseconds each, and seconds after a start.
  citations: {
    type: 'boolean',
    default: true,
    description: 'Whether to include `apa_citation`; otherwise it is null.',
  },
} as const;
