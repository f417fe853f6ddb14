/** Formatted citations as plain text: a paragraph each. */
import { plainText } from '../markup.ts';
import type { Bibliography } from './bibliography.ts';

export const text: Bibliography = {
  type: 'text/plain',
  extension: 'txt',
  before: () => '',
  heading: (name) => `# ${name}\n\n`,
  entry: (markup) => `${plainText(markup)}\n\n`,
  after: '',
};
