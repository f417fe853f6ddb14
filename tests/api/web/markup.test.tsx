/** Titles with markup: the elements of CSL are elements, everything else is text. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { parseFragment } from 'parse5';
import { render } from 'preact-render-to-string';
import { plainText } from '../../../api/web/parts/markup-parser.ts';
import { Markup } from '../../../api/web/parts/markup.tsx';
import { suite } from '../../support/suite.ts';

const markup = suite('a title with markup');
const shown = (html: string | null): string => render(<Markup html={html} fallback="Untitled" />);

markup('keeps the elements that the catalogue permits', () => {
  assert.equal(shown('<i>E. coli</i> in H<sub>2</sub>O'), '<i>E. coli</i> in H<sub>2</sub>O');
  assert.equal(shown('a <span class="nocase">pH</span> b'), 'a <span class="nocase">pH</span> b');
  assert.equal(shown('<span style="font-variant:small-caps">x</span>'), '<span class="small-caps">x</span>');
  assert.equal(shown('a &lt; b &amp; c &#233;'), 'a &lt; b &amp; c é');
  assert.equal(shown(null), 'Untitled');
});

markup('shows every other element as text', () => {
  for (const hostile of [
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '<i onclick="alert(1)">x</i>',
    '<a href="javascript:alert(1)">x</a>',
    '&lt;script&gt;alert(1)&lt;/script&gt;',
    '<span style="background:url(//evil)">x</span>',
    '<svg><style>*{}</style></svg>',
  ]) {
    const html = shown(hostile);
    assert.doesNotMatch(html, /<(?!\/?(?:i|b|sub|sup|span)>)/u, html);
    assert.match(html, /&lt;/u);
  }
});

markup('closes unclosed elements, and shows unmatched closing tags as text', () => {
  assert.equal(shown('<i>a <b>b</i> c'), '<i>a <b>b</b></i> c');
  assert.equal(shown('a</sub> b'), 'a&lt;/sub> b');
  assert.equal(shown('<i>'), '<i></i>');
});

const pieces = fc.array(
  fc.constantFrom(
    '<i>',
    '</i>',
    '<b>',
    '</b>',
    '<sub>',
    '</sub>',
    '<script>',
    '<',
    '>',
    '&lt;',
    '&amp;',
    'x',
    '"',
    '<span class="nocase">',
    '</span>',
    '<i x>',
  ),
  { maxLength: 40 },
);

markup('never becomes another element, whatever the text', () =>
  fc.assert(
    fc.property(pieces, (parts) => {
      const tags: string[] = [];
      const walk = (node: object): void => {
        if ('tagName' in node) tags.push(String(node.tagName));
        if ('childNodes' in node) for (const child of node.childNodes as readonly object[]) walk(child);
      };
      walk(parseFragment(shown(parts.join(''))));
      for (const tag of tags) assert.ok(['i', 'b', 'sub', 'sup', 'span'].includes(tag), tag);
    }),
  ),
);

markup('is plain text where only text is allowed', () => {
  assert.equal(plainText('H<sub>2</sub>O &amp; <i>more</i>'), 'H2O & more');
});
