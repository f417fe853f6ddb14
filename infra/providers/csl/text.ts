/** Providers' titles and abstracts, which come as HTML, JATS or MathML, as text with CSL's inline markup at most. */
import sanitize from 'sanitize-html';

/** JATS and HTML names for what CSL writes as `<i> <b> <sub> <sup>`. */
const SAME_AS: Readonly<Record<string, string>> = {
  em: 'i',
  italic: 'i',
  'jats:italic': 'i',
  strong: 'b',
  bold: 'b',
  'jats:bold': 'b',
  'jats:sub': 'sub',
  inf: 'sub',
  'jats:sup': 'sup',
};

const ENTITIES: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&nbsp;': ' ',
};

const INLINE: sanitize.IOptions = {
  allowedTags: ['i', 'b', 'sub', 'sup'],
  allowedAttributes: {},
  transformTags: Object.fromEntries(Object.entries(SAME_AS).map(([from, to]) => [from, to])),
  parser: { lowerCaseTags: true },
};

const PLAIN: sanitize.IOptions = { allowedTags: [], allowedAttributes: {} };

const TAGS =
  'i|b|u|em|strong|italic|bold|sub|sup|inf|scp|sc|tt|br|p|title|sec|list|list-item|div|span|a|h[1-6]|math|m[a-z]{1,12}|(?:jats|mml|xhtml):[\\w-]+';
/** Only what is named like a tag is one: neither `p < 10` nor `x<y` is. */
const MARKUP = new RegExp(`</?(?:${TAGS})(?:\\s[^<>]*)?/?>`, 'i');
const NO_TAG = new RegExp(`<(?!/?(?:${TAGS})(?:\\s[^<>]*)?/?>)`, 'gi');
const BLOCK_END = /<\/(?:jats:)?(?:p|title|sec|list-item|div|h\d)>/gi;

const unescaped = (text: string): string =>
  text.replace(/&(?:amp|lt|gt|quot|nbsp|#39);/g, (entity) => ENTITIES[entity] ?? entity);
const collapsed = (text: string): string => text.replace(/\s+/gu, ' ').trim();

const cleaned = (text: string, options: sanitize.IOptions): string => {
  // Angle brackets of formulas would make the parser swallow what follows them.
  const safe = text.replace(NO_TAG, '&lt;');
  return collapsed(unescaped(MARKUP.test(text) || text.includes('&') ? sanitize(safe, options) : text));
};

/** A title with at most `<i> <b> <sub> <sup>`. */
export const richText = (text: string): string => cleaned(text, INLINE);

/** Text without any markup; the ends of blocks separate words. */
export const plainText = (text: string): string => cleaned(text.replace(BLOCK_END, ' '), PLAIN);
