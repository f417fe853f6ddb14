/** Hostile texts, and how a browser parses them after cleaning. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { parseFragment, type DefaultTreeAdapterTypes } from 'parse5';

type Read = { readonly elements: readonly string[]; readonly text: string };

/** As parsed by a browser. */
const read = (html: string): Read => {
  const elements: string[] = [];
  const texts: string[] = [];
  const walk = (nodes: readonly DefaultTreeAdapterTypes.ChildNode[]): void => {
    for (const node of nodes) {
      if (node.nodeName === '#text') texts.push((node as DefaultTreeAdapterTypes.TextNode).value);
      else if ('tagName' in node) {
        elements.push([node.tagName, ...node.attrs.map(({ name, value }) => `${name}=${value}`)].join(' '));
        walk(node.childNodes);
      } else elements.push(node.nodeName);
    }
  };
  walk(parseFragment(html).childNodes);
  return { elements, text: texts.join('') };
};

export const ALLOWED = new Set(['i', 'b', 'sub', 'sup', 'span class=nocase', 'span style=font-variant:small-caps']);
const TAGS = /<\/?(?:i|b|sub|sup|span)(?: class="nocase"| style="font-variant:small-caps")?>/gu;

/** Nothing but permitted markup, closed, which has the same text as HTML. */
export const mustBeClean = (clean: string, allowed: ReadonlySet<string>): void => {
  const { elements, text } = read(clean);
  for (const element of elements) assert.ok(allowed.has(element), `${element} in ${JSON.stringify(clean)}`);
  assert.equal(text, allowed.size === 0 ? clean : clean.replace(TAGS, ''));
  const open: string[] = [];
  if (allowed.size > 0)
    for (const [tag] of clean.matchAll(TAGS)) {
      const name = /[a-z]+/u.exec(tag)?.[0] ?? '';
      if (!tag.startsWith('</')) open.push(name);
      else assert.equal(open.pop(), name, clean);
    }
  assert.deepEqual(open, [], clean);
};

const PIECES = [
  ...[
    '<',
    '>',
    '&',
    '/',
    '"',
    "'",
    '=',
    ';',
    ' ',
    '\n',
    '\0',
    '\u00ad',
    '\u202e',
    '\ud800',
    'ſ',
    'K',
    '-',
    '!',
    '?',
    '#',
  ],
  ...[
    '<i>',
    '</i>',
    '<b>',
    '</b>',
    '<sub>',
    '</sub>',
    '<sup>',
    '</sup>',
    '<em>',
    '</em>',
    '<i',
    'i>',
    '</',
    '<!--',
    '-->',
  ],
  ...[
    '<span class="nocase">',
    '<span style="font-variant: small-caps;">',
    '<span onclick=alert(1)>',
    '</span>',
    '<sc>',
  ],
  ...[
    '<p>',
    '</p>',
    '<br>',
    '<br/>',
    '<jats:p>',
    '<jats:title>Abstract</jats:title>',
    '<jats:sub>',
    '<a href="x">',
    '</a>',
  ],
  ...['<math>', '<mml:math>', '</math>', '<mo>', '</mo>', '<mi>', '</mi>', '<msub>', '</msub>', '<mfrac>', '<msqrt>'],
  ...[
    '<mmultiscripts>',
    '<mprescripts/>',
    '</mmultiscripts>',
    '<mfenced>',
    '<annotation>',
    '<tex-math>',
    '</tex-math>',
  ],
  ...[
    '<style>',
    '</style>',
    '<script>',
    '</script>',
    '<img src=x onerror=alert(1)>',
    '<details/open/ontoggle=alert(1)>',
  ],
  ...[
    '<svg/onload=alert(1)>',
    'img src=x onerror=alert(1)>',
    'svg',
    'script',
    '<?',
    '?>',
    '<![CDATA[',
    ']]>',
    '<subtitle>',
  ],
  ...[
    '&lt;',
    '&#60;',
    '&#x3c;',
    '&gt;',
    '&amp;',
    'lt;',
    'amp;',
    '#60;',
    '&copy',
    '&nbsp;',
    '&#0;',
    '&NewLine;',
    '&lt',
    '&#60',
  ],
  ...['x', 'y', '5 < 6', 'p < .05', 'R&D', 'title', 'Abstract', 'á', '漢'],
];
export const hostile = fc
  .array(fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...PIECES) }, fc.string({ unit: 'binary', maxLength: 4 })), {
    maxLength: 24,
  })
  .map((pieces) => pieces.join(''));

/** The elements that a browser sees. */
export const elementsOf = (html: string): readonly string[] => read(html).elements;
