/** What a field accepts, in the reader's language: the limits that any form may meet. */
import de from './accepted/de.json' with { type: 'json' };
import en from './accepted/en.json' with { type: 'json' };
import { messages } from './i18n.ts';

const t = messages({ en, de });

/** What the API says of each limit, in `details.accepted` or as the message of a field. */
const LIMITS = [
  { said: /^(?:at most|must NOT have more than) (?<most>\d+) characters/u, key: 'too_long' },
  { said: /^an integer from (?<least>\d+) to (?<most>\d+)/u, key: 'between' },
  { said: /^(?:an address that begins with http|must match format "uri"$)/u, key: 'web_address' },
] as const;

/** Null if the server's sentence is about none of them. */
export const limitIn = (sentence: unknown): string | null => {
  if (typeof sentence !== 'string') return null;
  for (const { said, key } of LIMITS) {
    const found = said.exec(sentence);
    if (found === null) continue;
    const numbers = Object.entries(found.groups ?? {}).map(([name, digits]) => [name, Number(digits)] as const);
    return t(key, Object.fromEntries(numbers));
  }
  return null;
};

export const checkDigitWords = (): string => t('check_digit');

/** Of the details of a failure. Null if it is about no such limit, or about several fields, each of which has its own words. */
export const acceptedInWords = (details: Readonly<Record<string, unknown>>): string | null => {
  const [first, ...others] = (Array.isArray(details['errors']) ? details['errors'] : []) as readonly unknown[];
  if (others.length > 0) return null;
  const { message } = (first ?? {}) as { readonly message?: unknown };
  return limitIn(details['accepted']) ?? limitIn(message);
};
