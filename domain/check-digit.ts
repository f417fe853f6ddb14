/** The refusal of an identifier whose last digit contradicts the others: usually a digit is mistyped. */
import { Refused } from './errors.ts';

/** In the details of the refusal. */
export const WRONG_CHECK_DIGIT = { reason: 'check_digit' } as const;

export const isWrongCheckDigit = (details: Readonly<Record<string, unknown>> | null): boolean =>
  details?.['reason'] === WRONG_CHECK_DIGIT.reason;

/** Why the parser refuses the text; null if it does not. */
export const problemWith = (parse: (text: string) => unknown, text: string): 'check_digit' | 'form' | null => {
  try {
    parse(text);
    return null;
  } catch (error) {
    return error instanceof Refused && isWrongCheckDigit(error.details) ? 'check_digit' : 'form';
  }
};
