/** The last step of cleaning: only CSL's inline markup and characters pass, whatever earlier steps let through. */
import sanitizeHtml from 'sanitize-html';
import { inertMarkup, inertText } from '../../domain/text/inert.ts';

const CHARACTERS: Readonly<Record<string, string>> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&amp;': '&' };

/** Texts are stored as characters, not as HTML: a `<` is made harmless with a space, not a character reference. */
const asCharacters = (escaped: string): string =>
  inertText(escaped.replace(/&(?:lt|gt|quot|amp);/g, (reference) => CHARACTERS[reference] ?? reference));

const MARKUP: sanitizeHtml.IOptions = {
  allowedTags: ['i', 'b', 'sub', 'sup', 'span'],
  allowedAttributes: {
    span: [
      { name: 'class', values: ['nocase'] },
      { name: 'style', values: ['font-variant:small-caps'] },
    ],
  },
  parseStyleAttributes: false,
  textFilter: asCharacters,
};
const PLAIN: sanitizeHtml.IOptions = { allowedTags: [], allowedAttributes: {}, textFilter: asCharacters };

/** Returns a clean text unchanged. */
export const sanitized = (text: string, markup: boolean): string =>
  markup ? inertMarkup(sanitizeHtml(text, MARKUP)) : inertText(sanitizeHtml(text, PLAIN));
