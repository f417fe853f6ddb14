/** Providers' titles and abstracts, which come as HTML, JATS or MathML, as text with CSL's inline markup at most. */
import sanitize from 'sanitize-html';
import { linearMath } from './mathml.ts';

const SMALL_CAPS = { tagName: 'span', attribs: { style: 'font-variant: small-caps;' } };
const UNWRAPPED = { tagName: 'text', attribs: {} };

/** JATS and HTML names for what CSL writes as `<i> <b> <sub> <sup>` and small capitals. */
const INLINE: sanitize.IOptions = {
  allowedTags: ['i', 'b', 'sub', 'sup', 'span'],
  allowedAttributes: { span: ['style'] },
  nonTextTags: ['script', 'style', 'tex-math', 'jats:tex-math'],
  transformTags: {
    em: 'i',
    italic: 'i',
    'jats:italic': 'i',
    strong: 'b',
    bold: 'b',
    'jats:bold': 'b',
    'jats:sub': 'sub',
    inf: 'sub',
    'jats:sup': 'sup',
    scp: () => SMALL_CAPS,
    sc: () => SMALL_CAPS,
    'jats:sc': () => SMALL_CAPS,
    span: (_name, { style = '' }) => (/font-variant:\s*small-caps/i.test(style) ? SMALL_CAPS : UNWRAPPED),
  },
  parseStyleAttributes: false,
};

const PLAIN: sanitize.IOptions = {
  allowedTags: [],
  allowedAttributes: {},
  nonTextTags: INLINE.nonTextTags ?? [],
};

const NAMES =
  'i|b|u|em|strong|italic|bold|sub|sup|inf|scp|sc|tt|br|p|title|subtitle|sec|list|list-item|div|span|a|h[1-6]|ul|ol|li|' +
  'font|table|tr|td|th|code|pre|inline-formula|tex-math|alternatives|' +
  'script|style|iframe|object|embed|img|svg|video|audio|form|input|link|meta|(?:jats|mml|xhtml|xref|ali):[\\w-]+';
/** Only what is named like a tag, or has attributes as a tag has, is one: neither `p < 10` nor `x<y` is. */
const TAG = `/?(?:(?:${NAMES})(?:[\\s/][^<>]*)?|[a-z][\\w:-]*\\s[^<>]*=[^<>]*)/?`;
const MARKUP = new RegExp(`<${TAG}>`, 'i');
const NO_TAG = new RegExp(`<(?!${TAG}>)`, 'gi');
const ESCAPED_TAG = new RegExp(`&lt;(/?(?:${NAMES})(?:\\s[^<>&]*)?/?)&gt;`, 'gi');
const ESCAPED_ENTITY = /&amp;(?=#\d{1,7};|#x[\da-f]{1,6};|[a-z][a-z\d]{1,30};)/gi;
const BLOCK_END = /<\/(?:jats:)?(?:p|title|sec|list-item|div|h\d|li|td|th|tr)>|<br\s*\/?>/gi;
const ABSTRACT_HEADING = /^\s*(?:<(?:jats:)?sec>\s*)?<(?:jats:)?title>\s*abstract\s*<\/(?:jats:)?title>/i;
const SUBTITLE = /\s*<(?:jats:)?subtitle>\s*/gi;

const ENTITIES: Readonly<Record<string, string>> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&amp;': '&' };
const UNPRINTABLE = /[\p{Cc}\u{feff}]/gu;
const LONE_SURROGATE = /\p{Cs}/gu;
/** Typesetters' notes to each other. */
const INSTRUCTION = /<\?[\s\S]*?\?>/g;
const EMPTY = /<(i|b|sub|sup|span)(?: [^<>]*)?>(\s*)<\/\1>/g;

const collapsed = (text: string): string =>
  text.replace(/\s+/gu, ' ').replace(UNPRINTABLE, '').replace(LONE_SURROGATE, '\u{fffd}').trim();

const tidied = (text: string): string =>
  text
    .replace(EMPTY, '$2')
    // An index clings to what it is of; around anything else white space belongs outside.
    .replace(/(<su[bp]>) | (<\/su[bp]>)/g, '$1$2')
    .replace(/((?:<(?:i|b|span)(?: [^<>]*)?>)+) /g, ' $1')
    .replace(/ ((?:<\/(?:i|b|span)>)+)/g, '$1 ')
    .replace(/ {2,}/g, ' ')
    .trim();

/** Some providers escape what was escaped, or was markup, already. */
const unescapedOnce = (text: string): string =>
  text.includes('&') ? text.replace(ESCAPED_ENTITY, '&').replace(ESCAPED_TAG, '<$1>') : text;

const cleaned = (text: string, options: sanitize.IOptions): string => {
  const plain = unescapedOnce(text.includes('?>') ? text.replace(INSTRUCTION, ' ') : text);
  if (!plain.includes('&') && !MARKUP.test(plain)) return collapsed(plain);
  const blocks = linearMath(plain.replace(SUBTITLE, ': ').replace(BLOCK_END, ' '));
  // Angle brackets of formulas would make the parser swallow what follows them.
  const safe = sanitize(blocks.replace(NO_TAG, '&lt;'), options);
  return tidied(collapsed(safe.replace(/&(?:lt|gt|quot|amp);/g, (entity) => ENTITIES[entity] ?? entity)));
};

/** With at most `<i> <b> <sub> <sup>` and a span for small capitals. */
export const richText = (text: string): string => cleaned(text, INLINE);

/** Without any markup. */
export const plainText = (text: string): string => cleaned(text, PLAIN);

/** An abstract as one paragraph, without the heading that says that it is one. */
export const abstractText = (text: string): string => richText(text.replace(ABSTRACT_HEADING, ''));
