/** Input as messages show it: as much as a person needs to recognise it. */
import { REQUEST } from './limits.ts';

/** The text, or its beginning and an ellipsis. */
export const shortened = (text: string): string =>
  text.length <= REQUEST.shownCharacters ? text : `${text.slice(0, REQUEST.shownCharacters - 1)}…`;

/** The same in quotation marks, with its control characters visible. */
export const quoted = (text: string): string => JSON.stringify(shortened(text));
