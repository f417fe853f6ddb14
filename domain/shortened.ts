/** Input shortened for messages: enough for a person to recognise it. */
import { REQUEST } from './limits.ts';

/** The text, or its beginning and an ellipsis. */
export const shortened = (text: string): string =>
  text.length <= REQUEST.shownCharacters ? text : `${text.slice(0, REQUEST.shownCharacters - 1)}…`;

/** The same in quotation marks, with control characters made visible. */
export const quoted = (text: string): string => JSON.stringify(shortened(text));
