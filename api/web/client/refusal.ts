/** Refusals in the page's own wording, by the rule that refused. */
import { isWrongCheckDigit, problemWith } from '../../../domain/check-digit.ts';
import { acceptedInWords, checkDigitWords } from './accepted.ts';
import { Failure, failureFrom } from './failure.ts';
import { parsed } from './parsed.ts';

export type Wording = Readonly<Partial<Record<string, (details: Failure['details']) => string>>>;

/** Rewords a failure if the page has its own wording for it, or if it is about a limit that any form may meet. */
export const reworded =
  (wording: Wording) =>
  (error: unknown): Failure => {
    const failure = failureFrom(error);
    const { code, details } = failure;
    const own = code === null ? undefined : wording[code]?.(details);
    const words = isWrongCheckDigit(details) ? checkDigitWords() : (own ?? failure.words ?? acceptedInWords(details));
    return words === null ? failure : failure.saying(words);
  };

export const inWords = reworded({});

/** A refusal by the page itself, before any request. */
export const refusal = (field: string, words: string): Failure =>
  new Failure(400, { error: words, details: { field } }, { words });

/** Returns the parsed text. Throws a refusal if the parser throws: with `words`, or about the check digit. */
export const parseOrRefuse = <T>(field: string, parse: (text: string) => T, text: string, words: string): T => {
  const value = parsed(parse, text);
  if (value === null) throw refusal(field, problemWith(parse, text) === 'check_digit' ? checkDigitWords() : words);
  return value;
};

/** Returns the trimmed text. Throws a refusal with `words` if nothing is left. */
export const requireText = (field: string, text: string, words: string): string => {
  const said = text.trim();
  if (said === '') throw refusal(field, words);
  return said;
};
