/** The meaning of HTML, JATS and MathML elements in the texts of a bibliographic record. */
import { ownOf } from '../../domain/own.ts';

export type Inline = 'i' | 'b' | 'sub' | 'sup' | 'small-caps' | 'nocase';

export type Meaning =
  | { readonly kind: 'inline'; readonly inline: Inline }
  /** The element's text stays in place. */
  | { readonly kind: 'transparent' }
  /** White space on either side. */
  | { readonly kind: 'block' }
  /** The element is removed with its text. */
  | { readonly kind: 'silent' }
  | { readonly kind: 'math'; readonly operator: string };

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '));

const INLINE: Readonly<Record<string, Inline>> = {
  i: 'i',
  em: 'i',
  italic: 'i',
  b: 'b',
  strong: 'b',
  bold: 'b',
  sub: 'sub',
  inf: 'sub',
  sup: 'sup',
  sc: 'small-caps',
  scp: 'small-caps',
};
const TRANSPARENT = words(
  'a abbr acronym alternatives bdi bdo big chem-struct cite code del dfn email ext-link fn font inline-formula inline-graphic ' +
    'inline-supplementary-material ins institution kbd mark monospace named-content nobr ovl overline private-char q related-object ' +
    'roman s samp sans-serif small span strike styled-content text tt u underline uri var wbr xref',
);
const BLOCKS = words(
  'abstract article blockquote body br caption center col dd def def-list disp-formula disp-quote div dl dt fig h1 h2 h3 h4 h5 h6 ' +
    'head hr html label li list list-item ol p pre sec section statement subtitle table tbody td term tfoot th thead title tr ul',
);
const SILENT = words('tex-math style');
const MATH = words(
  'math maction maligngroup malignmark menclose merror mfenced mfrac mglyph mi mlabeledtr mmultiscripts mn mo mover mpadded mphantom ' +
    'mprescripts mroot mrow ms mspace msqrt mstyle msub msubsup msup mtable mtd mtext mtr munder munderover none semantics ' +
    'annotation annotation-xml',
);

const inSpan = (attributes: string): Meaning => {
  if (/font-variant:\s?small-caps/i.test(attributes)) return { kind: 'inline', inline: 'small-caps' };
  if (/class\s?=\s?["']?nocase\b/i.test(attributes)) return { kind: 'inline', inline: 'nocase' };
  return { kind: 'transparent' };
};

const PREFIX = /^(?:jats\d*|mml|m|xhtml|html|h|ali|ns\d+):/i;

export const localName = (name: string): string => name.replace(PREFIX, '').toLowerCase();

/** Null for anything that such texts do not use as an element: it stays text. */
export const meaningOf = (spelt: string, attributes: string): Meaning | null => {
  const name = localName(spelt);
  if (name === 'span') return inSpan(attributes);
  const inline = ownOf(INLINE, name);
  if (inline !== undefined) return { kind: 'inline', inline };
  if (TRANSPARENT.has(name)) return { kind: 'transparent' };
  if (BLOCKS.has(name)) return { kind: 'block' };
  if (SILENT.has(name)) return { kind: 'silent' };
  if (MATH.has(name)) return { kind: 'math', operator: name };
  return PREFIX.test(spelt) ? { kind: 'transparent' } : null;
};
