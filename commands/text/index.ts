/**
 * The only way in for texts: decode, parse once, sanitize. Texts of providers are cleaned by their parsers, those of people and keys by
 * the command. The result is characters, and CSL's
 * inline markup where a field may have it: never a character reference, and never a `<` that HTML would take for another tag. Cleaning
 * a clean text changes nothing.
 */
import sanitizeHtml from 'sanitize-html';
import { RECORD } from '../../domain/limits.ts';
import { inertMarkup, inertText } from '../../domain/text/inert.ts';
import { decoded, spaced, wanted } from './characters.ts';
import { withItalicsApart } from './glued.ts';
import { textOf, tidied } from './nodes.ts';
import { parsed, withLoneLatex, withoutInstructions } from './parse.ts';

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

/** The last step: only CSL's inline markup and characters pass, whatever earlier steps let through. Returns a clean text unchanged. */
const sanitized = (text: string, markup: boolean): string =>
  markup ? inertMarkup(sanitizeHtml(text, MARKUP)) : inertText(sanitizeHtml(text, PLAIN));

type Form = {
  /** Keep `i`, `b`, `sub`, `sup`, `span class="nocase"` and `span style="font-variant:small-caps"`. */
  readonly markup: boolean;
  /** Keep line breaks. */
  readonly lines: boolean;
  /** Separate words from italics and formulas that a deposit has glued to them; by default the text is taken as written. */
  readonly glued?: boolean;
};

/** Most texts contain nothing that needs cleaning. */
const SUSPECT =
  /[<&\p{Cc}\p{Cs}\p{Noncharacter_Code_Point}\u{feff}\u{202a}-\u{202e}\u{2066}-\u{2069}]|[^\S ]|\s\s|^\s|\s$/u;

const SUBTITLE = /\s?<(?:\w+:)?subtitle>\s?/gi;
const WEB_ADDRESS = /^https?:\/\/\S+$/i;

/** A URL keeps its `&`; characters not allowed in URLs are percent-encoded. */
const asAddress = (text: string): string => text.replace(/[<>"]/g, (character) => encodeURIComponent(character));

const cleaned = (
  text: string,
  { markup, lines, glued = false }: Form,
  prepare = (characters: string): string => characters,
): string => {
  if (!SUSPECT.test(text)) return text;
  // The parsed tree takes up to a hundred times the memory of the text, and no record could hold more.
  const bounded = decoded(text.slice(0, RECORD.bytes));
  const characters = prepare(spaced(withoutInstructions(bounded), lines).trim());
  const layout = { markup, lines };
  const tree = tidied(parsed(withLoneLatex(characters).replace(SUBTITLE, ': '), { lines, glued }), layout);
  const apart = glued ? withItalicsApart(tree) : tree;
  const clean = textOf(apart === tree ? tree : tidied(apart, layout));
  return /[<&]/.test(clean) ? sanitized(clean, markup) : clean;
};

const plain =
  (lines: boolean) =>
  (text: string): string =>
    WEB_ADDRESS.test(text) ? asAddress(wanted(text)) : cleaned(text, { markup: false, lines });

/** Without any tags. */
export const plainText = plain(false);
/** Without any tags; keeps line breaks. */
export const plainLines = plain(true);

/** With CSL's inline markup at most. */
export const richText = (text: string): string => cleaned(text, { markup: true, lines: false });

/** A provider's title, with CSL's inline markup at most. */
export const depositedText = (text: string): string => cleaned(text, { markup: true, lines: false, glued: true });

/** With CSL's inline markup at most; keeps line breaks. */
export const richLines = (text: string): string => cleaned(text, { markup: true, lines: true });

const ABSTRACT_HEADING = /^(?:<(?:\w+:)?sec>\s?)?<(?:\w+:)?title>\s?(?:abstract|summary)\s?<\/(?:\w+:)?title>/i;

/** The same heading in a text without markup, unless it is the first word of a term. */
const HEADING_IN_TEXT =
  /^(?:Abstract|ABSTRACT)(?:\s?[.:\u2013\u2014]\s*|\s+(?=[^\p{Ll}])|(?=\p{Lu}[\p{Ll}\s]))(?!(?:Algebra|Argumentation|Art|Data|Expressionism|Interpretation|Meaning|State|Syntax)\b)/u;

/** A provider's abstract as one paragraph, without its heading. */
export const abstractText = (text: string): string =>
  cleaned(text, { markup: true, lines: false, glued: true }, (characters) =>
    characters.replace(ABSTRACT_HEADING, ''),
  ).replace(HEADING_IN_TEXT, '');
