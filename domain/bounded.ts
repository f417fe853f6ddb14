/** Bounds on input that no HTTP schema checks, above all that of the command line. */
import { isWithin } from './characters.ts';
import { Refused } from './errors.ts';
import { isVisible } from './text/visible.ts';

/** Returns the trimmed text. Throws `Refused('invalid')`, naming the field, if it is blank or too long. */
export const parseText = (text: string, field: string, most: number): string => {
  const trimmed = text.trim();
  if (isVisible(trimmed) && isWithin(trimmed, most)) return trimmed;
  throw new Refused('invalid', 'invalid_text', `${field} is ${isVisible(trimmed) ? 'too long' : 'blank'}`, {
    field,
    accepted: `1 to ${most} characters`,
  });
};

/** Returns the text, which is trimmed already. Throws `Refused('invalid')`, naming the field, if it is blank. */
export const mustSay = (text: string, field: string): string => {
  if (!isVisible(text))
    throw new Refused('invalid', 'invalid_text', `${field} is blank`, { field, accepted: 'a text that is not blank' });
  return text;
};

/** Throws `Refused('invalid')`, naming the field, if the list is too long. */
export const mustBeAtMost = (list: readonly unknown[], field: string, most: number): void => {
  if (list.length > most)
    throw new Refused('invalid', 'too_many', `${field} has more than ${most} entries`, {
      field,
      accepted: `at most ${most}`,
    });
};
