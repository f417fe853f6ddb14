/** Cleaning texts: decoded, parsed once, sanitized last. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  abstractText,
  depositedText,
  plainLines,
  plainText,
  richLines,
  richText,
} from '../../../commands/text/index.ts';
import { RECORD } from '../../../domain/limits.ts';
import { inertMarkup, inertText } from '../../../domain/text/inert.ts';
import { ALLOWED, hostile, mustBeClean } from '../../support/hostile-texts.ts';
import { suite } from '../../support/suite.ts';

const cleaning = suite('cleaning a text');

const CLEANERS = [
  [richText, ALLOWED],
  [richLines, ALLOWED],
  [abstractText, ALLOWED],
  [depositedText, ALLOWED],
  [plainText, new Set<string>()],
  [plainLines, new Set<string>()],
] as const;

cleaning('keeps only allowed markup, whatever the input', () =>
  fc.assert(
    fc.property(hostile, (text) => {
      for (const [clean, allowed] of CLEANERS) mustBeClean(clean(text), allowed);
    }),
    { numRuns: 1_500 },
  ),
);

cleaning('does not change clean text', () =>
  fc.assert(
    fc.property(hostile, (text) => {
      for (const [clean] of CLEANERS.filter(([each]) => each !== abstractText)) {
        const once = clean(text);
        assert.equal(clean(once), once);
      }
    }),
    { numRuns: 1_500 },
  ),
);

cleaning('reads no more of a text than a record can hold', () => {
  const text = 'a\n'.repeat(RECORD.bytes);
  for (const [clean] of CLEANERS) assert.equal(clean(text), clean(text.slice(0, RECORD.bytes)));
});

cleaning('decides on italics after cleaning what is in them, so that cleaning is idempotent', () => {
  const expected = {
    'script<i>¡<br><img src=x onerror=alert(1)>': 'script <i>¡ < img src=x onerror=alert(1)></i>',
    'the<i>E<br/>coli</i>gene': 'the <i>E coli</i> gene',
    'of<i><b></b>E. coli</i>cells': 'of <i>E. coli</i> cells',
    'of<b><i>E. coli</i></b>cells': 'of <b><i>E. coli</i></b> cells',
    '<math><i>Abstract</math>svg': '<i>Abstract</i> svg',
  };
  for (const [text, clean] of Object.entries(expected)) {
    assert.equal(depositedText(text), clean);
    assert.equal(depositedText(clean), clean);
  }
});

cleaning('leaves nothing that the fold of an older release would have to sanitize', () =>
  fc.assert(
    fc.property(hostile, (text) => {
      assert.equal(inertMarkup(richText(text)), richText(text));
      assert.equal(inertText(plainText(text)), plainText(text));
    }),
    { numRuns: 800 },
  ),
);

cleaning('keeps other characters', () => {
  for (const text of [
    'Salt & pepper',
    'p < 10',
    '5 < 6 and 7 > 3',
    'R&D at AT&T',
    'a <= b',
    'I <3 U',
    '"quoted" & \'so\'',
  ]) {
    assert.equal(richText(text), text);
    assert.equal(plainText(text), text);
  }
  assert.equal(richText('5 &lt; 6 and 7 &gt; 3 &amp; more'), '5 < 6 and 7 > 3 & more');
  assert.equal(richText('Smith &amp;amp; Jones'), 'Smith & Jones');
});

cleaning('inserts a space where HTML would begin a tag or a reference', () => {
  assert.equal(richText('x<y and y>z'), 'x< y and y>z');
  assert.equal(richText('if a<b and c>d'), 'if a< b and c>d');
  assert.equal(plainText('std::vector<int>'), 'std::vector< int>');
  assert.equal(richText('The &copy sign'), 'The & copy sign');
});

const ATTACKS: Readonly<Record<string, string>> = {
  'Results &#60;img src=x onerror=alert(1)&#62; with <i>E. coli</i>':
    'Results < img src=x onerror=alert(1)> with <i>E. coli</i>',
  '<details/open/ontoggle=alert(1)>x': '< details/open/ontoggle=alert(1)>x',
  'A <marquee/onstart=alert(1)> title': 'A < marquee/onstart=alert(1)> title',
  '<i>safe</i> <body/onload=alert(1)>': '<i>safe</i> < body/onload=alert(1)>',
  '<scr\0ipt>alert(1)</scr\0ipt>': '< script>alert(1)< /script>',
  '<scr&#0;ipt>alert(1)</script>': '< scr\u{fffd}ipt>alert(1)< /script>',
  '<math><mo>&lt;</mo><mi>svg/onload=alert(1)</mi><mo>&gt;</mo></math>': '< svg/onload=alert(1)>',
  '<math><mtext><img src=x onerror=alert(1)></mtext></math>': '< img src=x onerror=alert(1)>',
  '&amp;lt;script&amp;gt;alert(1)': '< script>alert(1)',
  '&amp;amp;amp;amp;amp;amp;lt;b onclick=x>': '& amp;amp;lt;b onclick=x>',
  '<<b></b>img src=x onerror=alert(1)>': '< img src=x onerror=alert(1)>',
  '<ſcript>': '< ſcript>',
};

cleaning('keeps attacks as text', () => {
  for (const [text, clean] of Object.entries(ATTACKS)) assert.equal(richText(text), clean);
});

cleaning('understands the markup of HTML, JATS and MathML', () => {
  const expected = {
    '<jats:p>H<jats:sub>2</jats:sub>O is <em>wet</em></jats:p>': 'H<sub>2</sub>O is <i>wet</i>',
    '<b>unclosed': '<b>unclosed</b>',
    'a <i> b </i>c<i></i>': 'a <i>b</i> c',
    'site<sub> </sub>in': 'site in',
    '<i>\u200b</i>': '\u200b',
    '<jats:sc>abc</jats:sc> <span style="color:red; font-variant: small-caps">d</span>':
      '<span style="font-variant:small-caps">abc</span> <span style="font-variant:small-caps">d</span>',
    '<span class="nocase">pH</span> <span class="x" id=y>z</span>': '<span class="nocase">pH</span> z',
    '<a href="javascript:alert(1)" onclick=\'x\'>link</a>': 'link',
    'a note<?tex id="1" <?x?> of a typesetter': 'a note of a typesetter',
    'Main<subtitle>Sub</subtitle>': 'Main: Sub',
    '<mml:math><mml:msubsup><mml:mi>x</mml:mi><mml:mn>1</mml:mn><mml:mn>2</mml:mn></mml:msubsup></mml:math>':
      'x<sub>1</sub><sup>2</sup>',
    '<math><mmultiscripts><mi>C</mi><mprescripts/><none/><mn>14</mn></mmultiscripts></math>': '<sup>14</sup>C',
    '<math><mover><mi>x</mi><mo>¯</mo></mover></math>': 'x\u0304',
    '<inline-formula><alternatives><tex-math>$x$</tex-math><math><mi>x</mi></math></alternatives></inline-formula>':
      'x',
  };
  for (const [text, clean] of Object.entries(expected)) assert.equal(richText(text), clean);
  assert.equal(
    abstractText('<jats:title>Abstract</jats:title><jats:p>One.</jats:p><jats:p>Two.</jats:p>'),
    'One. Two.',
  );
});

cleaning("knows all of Crossref's face markup", () => {
  const marked = (name: string): string => depositedText(`The <${name}>x</${name}> and <${name} size="2">y</${name}>.`);
  const expected: Readonly<Record<string, string>> = {
    ...{ b: 'b', strong: 'b', i: 'i', em: 'i', sub: 'sub', sup: 'sup' },
    ...{ font: '', ovl: '', tt: '', u: '' },
  };
  for (const [name, kept] of Object.entries(expected)) {
    const [open, close] = kept === '' ? ['', ''] : [`<${kept}>`, `</${kept}>`];
    assert.equal(marked(name), `The ${open}x${close} and ${open}y${close}.`);
  }
  const smallCaps = '<span style="font-variant:small-caps">';
  assert.equal(marked('scp'), `The ${smallCaps}x</span> and ${smallCaps}y</span>.`);
});

cleaning('accepts any prefix that deposits bind to JATS and MathML', () => {
  assert.equal(
    depositedText('<ns3:italic>E. coli</ns3:italic> in <jats1:sub>2</jats1:sub>'),
    '<i>E. coli</i> in <sub>2</sub>',
  );
  assert.equal(depositedText('Main<ns4:subtitle>Sub</ns4:subtitle>'), 'Main: Sub');
  assert.equal(
    abstractText('<ns3:sec><ns3:title>Abstract</ns3:title><ns3:p>The <ns4:mi>pots</ns4:mi>.</ns3:p></ns3:sec>'),
    'The pots.',
  );
  const inBoth =
    '<ns4:inline-formula><ns4:tex-math>$x$</ns4:tex-math><ns0:math><ns0:mi>x</ns0:mi></ns0:math></ns4:inline-formula>';
  assert.equal(depositedText(inBoth), 'x');
});

cleaning('omits LaTeX only where the formula is also in MathML', () => {
  const [tex, mathml] = [String.raw`<tex-math notation="LaTeX">$H_\infty$</tex-math>`, '<math><mi>H</mi></math>'];
  for (const element of ['inline-formula', 'disp-formula', 'alternatives']) {
    const [alone, both] = [tex, tex + mathml].map((each) => `<${element}>${each}</${element}>`);
    assert.equal(depositedText(`${alone} Control of Pots`), String.raw`$H_\infty$ Control of Pots`);
    assert.equal(depositedText(`Pots, ${both} and ${alone}`), String.raw`Pots, H and $H_\infty$`);
  }
  assert.equal(depositedText(`${tex} Control`), String.raw`$H_\infty$ Control`);
  assert.equal(depositedText('<jats:tex-math><?CDATA $H$?></jats:tex-math> Control'), '$H$ Control');
});

const formula = (content: string): string => `<mml:math>${content}</mml:math>`;

cleaning('restores lost spaces around italics and formulas', () => {
  const index = (base: string, sub: string): string => `<mml:msub>${base}<mml:mn>${sub}</mml:mn></mml:msub>`;
  const expected = {
    'Relation between<i>Chlamydia</i>Infection and<i>E. coli</i>cells':
      'Relation between <i>Chlamydia</i> Infection and <i>E. coli</i> cells',
    'studied<jats:italic>in vivo</jats:italic>the effect': 'studied <i>in vivo</i> the effect',
    [`spin in the${formula('<mml:mi>N</mml:mi>')}nucleus`]: 'spin in the N nucleus',
    [`Endpoints in${formula(index('<mml:mi>T</mml:mi>', '0'))}-Spaces`]: 'Endpoints in T<sub>0</sub>-Spaces',
    [`the nucleus${formula(
      '<mml:mmultiscripts><mml:mi>C</mml:mi><mml:mprescripts/><mml:none/><mml:mn>14</mml:mn></mml:mmultiscripts>',
    )}`]: 'the nucleus <sup>14</sup>C',
  };
  for (const [text, clean] of Object.entries(expected)) {
    assert.equal(depositedText(text), clean);
    assert.equal(abstractText(text), clean);
  }
  assert.equal(richText('of<i>Chlamydia</i>infection'), 'of<i>Chlamydia</i>infection', 'as a person wrote it');
});

cleaning('does not split words', () => {
  const index = `${formula('<mml:msub><mml:mrow/><mml:mn>2</mml:mn></mml:msub>')}`;
  const expected = {
    'di<i>iso</i>propyl and <i>iso</i>propyl': 'di<i>iso</i>propyl and <i>iso</i>propyl',
    'mi<i>RNA</i>s of 10 <i>μ</i>m': 'mi<i>RNA</i>s of 10 <i>μ</i>m',
    '<i>Lumbr</i><i>icaria</i>': '<i>Lumbr</i><i>icaria</i>',
    [`CO${index} in Sr${index}RuO`]: 'CO<sub>2</sub> in Sr<sub>2</sub>RuO',
    [`the ${formula('<mml:mi>n</mml:mi>')}th order`]: 'the nth order',
  };
  for (const [text, clean] of Object.entries(expected)) assert.equal(depositedText(text), clean);
});

cleaning('removes a heading such as "Abstract", and no other word', () => {
  for (const heading of ['Abstract', 'ABSTRACT', 'Abstract.', 'Abstract:', '<jats:title>Abstract</jats:title>'])
    assert.equal(abstractText(`${heading} The pots were old.`), 'The pots were old.', heading);
  assert.equal(abstractText('AbstractThe pots were old.'), 'The pots were old.');
  assert.equal(abstractText('<jats:title>Summary</jats:title><jats:p>Calpain 10.</jats:p>'), 'Calpain 10.');
  for (const text of [
    'Abstract pots are old.',
    'Abstract Interpretation of pots.',
    'Abstraction.',
    'Abstract',
    'Abstracts of',
  ])
    assert.equal(abstractText(text), text);
});

cleaning('keeps the line breaks of a long text', () => {
  assert.equal(plainLines('One <b>\r\n\r\n\r\n\n two</b><br>three'), 'One\n\ntwo\nthree');
  assert.equal(plainText('One\n two'), 'One two');
});

cleaning('keeps a web address', () => {
  const address = 'https://example.org/?a=1&copy=2&lt=3';
  assert.equal(plainText(address), address);
  assert.equal(plainText('https://example.org/"><img/src=x>'), 'https://example.org/%22%3E%3Cimg/src=x%3E');
  for (const clean of [plainText, plainLines])
    assert.equal(clean('https://example.org/\0\u0007\u202ea&lt;\ud800'), 'https://example.org/a&lt;\u{fffd}');
});
