/** The locale of names and citations. */
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
