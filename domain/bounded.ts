/** Bounds of what comes in beside HTTP requests, which their schemas bound: the command line above all. */
import { isWithin } from './characters.ts';
import { Refused } from './errors.ts';

/** The text without surrounding space. Throws `Refused('invalid')` for one that is blank or longer, naming the field. */
export const parseText = (text: string, field: string, most: number): string => {
  const trimmed = text.trim();
  if (trimmed !== '' && isWithin(trimmed, most)) return trimmed;
  throw new Refused('invalid', 'invalid_text', `${field} is ${trimmed === '' ? 'blank' : 'too long'}`, {
    field,
    accepted: `1 to ${most} characters`,
  });
};

/** Throws `Refused('invalid')` for a list that is longer, naming the field. */
export const mustBeAtMost = (list: readonly unknown[], field: string, most: number): void => {
  if (list.length > most)
    throw new Refused('invalid', 'too_many', `${field} has more than ${most} entries`, {
      field,
      accepted: `at most ${most}`,
    });
};
