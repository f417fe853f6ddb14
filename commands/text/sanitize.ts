/** The last step of cleaning: what passes is CSL's inline markup and characters, whatever the steps before it let through. */
import sanitizeHtml from 'sanitize-html';
import { inertMarkup, inertText } from '../../domain/text/inert.ts';

const CHARACTERS: Readonly<Record<string, string>> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&amp;': '&' };

/** Texts are kept as characters, not as HTML: a `<` is made harmless by a space, not by a reference. */
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

/** The text as it is if it is clean. */
export const sanitized = (text: string, markup: boolean): string =>
  markup ? inertMarkup(sanitizeHtml(text, MARKUP)) : inertText(sanitizeHtml(text, PLAIN));
