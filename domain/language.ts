/** The language of a record as listings compare it: the subtag of BCP 47, without script and region. */
import { Refused } from './errors.ts';

/** `de` of `de-AT`, `ger` and `DEU`; null for anything else than a tag, such as a language's name. */
export const languageOf = (tag: string): string | null => {
  if (!/^[a-z]{2,3}(?:[-_][a-z\d]{1,8})*$/iu.test(tag)) return null;
  const [subtag = ''] = tag.split(/[-_]/u);
  return Intl.getCanonicalLocales(subtag)[0] ?? null;
};

/** The same of a tag. Throws `Refused('invalid')`. */
export const parseLanguage = (tag: string): string => {
  const language = languageOf(tag);
  if (language !== null) return language;
  const accepted = 'a tag of BCP 47, such as de or de-AT';
  throw new Refused('invalid', 'invalid_language', `must be ${accepted}`, { accepted });
};
