/** Refusals in words of the page that asked, by the rule that refused. */
import { Failure, failureFrom } from './failure.ts';
import { parsed } from './parsed.ts';

/** By code of the interface: what to say, or nothing. */
export type Wording = Readonly<Partial<Record<string, (details: Failure['details']) => string>>>;

/** Tells a failure in the page's own words, where it has some. */
export const inWords =
  (wording: Wording) =>
  (error: unknown): Failure => {
    const failure = failureFrom(error);
    const words = failure.code === null ? undefined : wording[failure.code];
    return words === undefined ? failure : failure.saying(words(failure.details));
  };

/** What a page refuses itself, before the server is asked. */
export const refusal = (field: string, words: string): Failure =>
  new Failure(400, { error: words, details: { field } }, { words });

/** The text as it is parsed. Throws what the page says of one that is refused. */
export const mustBe = <T>(field: string, parse: (text: string) => T, text: string, words: string): T => {
  const value = parsed(parse, text);
  if (value === null) throw refusal(field, words);
  return value;
};

/** The text without white space around it. Throws what the page says if nothing is left. */
export const mustSay = (field: string, text: string, words: string): string => {
  const said = text.trim();
  if (said === '') throw refusal(field, words);
  return said;
};
