import assert from 'node:assert/strict';
import fc from 'fast-check';
import { SEARCH, TEXT } from '../../domain/limits.ts';
import { doiUrl } from '../../domain/doi.ts';
import {
  distinctWords,
  folded,
  MARKS,
  queryTerms,
  searchTerms,
  sortKey,
  withoutImplied,
} from '../../domain/search-terms.ts';
import { suite } from '../support/suite.ts';

const terms = suite('search terms');

terms('are words without case, diacritics and strokes', () => {
  for (const [text, words] of [
    ['Čapek, J. & Núñez', ['capek', 'j', 'nunez']],
    ['Łódź Straße Œsophage', ['lodz', 'strasse', 'oesophage', 'osophage']],
    ['10.1000/ABC-9', ['10', '1000', 'abc', '9']],
    ['The THE the', ['the']],
    ['ﬁeld x²', ['field', 'x2']],
    ['', []],
  ] as const)
    assert.deepEqual(searchTerms(text), words, text);
});

/** Whether a search finds a text. */
const finds = (q: string, text: string): boolean =>
  queryTerms(q).every((sought) => searchTerms(text).some((term) => term.startsWith(sought)));

terms('of umlauts are those of the bare letter and of the two letters by which people replace them', () => {
  for (const [text, searches] of [
    ['Müller', ['Müller', 'mu\u0308ller', 'MUELLER', 'muller', 'mue', 'mü']],
    ['Mueller', ['Müller', 'mueller', 'muller']],
    ['Søren Ångström', ['soren', 'soeren', 'angstrom', 'aangstroem', 'Ångström']],
    ['Soerensen of Aarhus', ['Sørensen', 'Århus']],
    ['Übergänge in Straßburg', ['uebergaenge', 'ubergange', 'strassburg']],
    ['Neueroeffnung des Bauernhofs', ['Neueröffnung', 'Bauernhof']],
    ['a\u030a\u0301ngstr\u{f6}m', ['aangstroem']],
  ] as const)
    for (const q of searches) assert.ok(finds(q, text), `${q}: ${text}`);
  assert.ok(!finds('fuel', 'Full cells'));
});

terms('of a word with an apostrophe are those without it', () => {
  for (const apostrophe of ["'", '’', '‘', 'ʼ', 'ʻ', '´', '`', '＇'])
    for (const q of ['OBrien', "O'Brien", 'O’Brien', 'o’br', 'Brien', 'o brien'])
      assert.ok(finds(q, `On O${apostrophe}Brien`), `${q}: ${apostrophe}`);
  for (const q of ['hopital', "l'hopital", 'lhopital']) assert.ok(finds(q, 'La règle de l’Hôpital'), q);
  assert.deepEqual(searchTerms("'tis' the dogs' \u00b4"), ['tis', 'the', 'dogs']);
});

terms('of scripts without spaces, and of Korean, find a word within a run', () => {
  for (const [text, searches] of [
    ['日本語の文献目録に関する研究', ['日本語', '文献目録', '目録', '研究', '究', '本', '目録 研究']],
    ['第3章Pythonによる機械学習', ['python', 'Pythonによる', '学習', '第3章', '3']],
    ['データベースとｶﾅ', ['ベース', 'カナ']],
    ['문헌목록의 연구', ['목록', '문헌', '문허', '구']],
    ['การแพทย์', ['แพทย์']],
    ['\u{20bb7}野屋', ['\u{20bb7}野', '野屋', '屋']],
  ] as const)
    for (const q of searches) assert.ok(finds(q, text), `${q}: ${text}`);
  assert.ok(!finds('機会', '機械学習'));
  assert.ok(!finds('録目', '日本語の文献目録'));
});

terms('of a text include those of a search for any of its words', () => {
  const unit = fc.constantFrom(..."aeouäüøåsß'’.- 3日本の語ー김철ก\u0308\u030a\u0301\u00ad");
  const text = fc.string({ unit, minLength: 1 });
  fc.assert(
    fc.property(text, fc.nat(), fc.nat(), (whole, from, to) => {
      const words = whole.split(' ');
      const q = words.slice(from % words.length, 1 + (to % words.length)).join(' ');
      assert.ok(queryTerms(q).every((term) => term === MARKS.none) || finds(q, whole), JSON.stringify([q, whole]));
    }),
    { numRuns: 1_000 },
  );
});

terms('of a title in a script without spaces are no more than a search may have', () => {
  const title = Array.from({ length: SEARCH.characters }, (_, n) => String.fromCodePoint(0x4e00 + n)).join('');
  assert.equal(queryTerms(title).length, SEARCH.terms);
  assert.ok(finds(title, title));
});

terms('of different kinds have different prefixes, none of which a term of a text begins with', () => {
  const marks = Object.values(MARKS);
  assert.equal(new Set(marks).size, marks.length);
  for (const mark of marks) assert.deepEqual(searchTerms(`${mark}a`), ['a']);
});

terms('of plain text equal those of the same text with markup', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary-ascii' }), (text) => {
      assert.equal(folded(`${text}é`), `${folded(text)}e`);
      assert.deepEqual(searchTerms(`${text} č`), [...new Set([...searchTerms(text), 'c'])]);
    }),
  );
});

terms('are the same for precomposed and combining characters', () => {
  const marked = fc.string({
    unit: fc.constantFrom(
      'a',
      'é',
      'ǘ',
      '\u0308',
      '\u030a',
      'e\u0301',
      'Σ',
      'ς',
      'İ',
      'ﬀ',
      'ﾞ',
      '\u0344',
      '\ufdfa',
      '한',
      'ก\u0e33',
      ' ',
    ),
  });
  fc.assert(fc.property(marked, (text) => assert.deepEqual(searchTerms(text.normalize('NFD')), searchTerms(text))));
});

terms('are not split by invisible characters, except by the space of scripts that write none', () => {
  for (const invisible of ['\u00ad', '\u200c', '\u200d', '\u2060', '\u034f', '\ufe0f', '\u3164', '\uffa0'])
    assert.deepEqual(searchTerms(`Super${invisible}conductivity`), ['superconductivity']);
  assert.deepEqual(distinctWords('\u0e01\u0e32\u0e23\u200b\u0e41\u0e1e\u0e17\u0e22\u0e4c'), [
    '\u0e01\u0e32\u0e23',
    '\u0e41\u0e1e\u0e17\u0e22',
  ]);
  assert.deepEqual(searchTerms('\u00ad \u2060\u3164'), []);
  assert.equal(sortKey('Super\u00adconductivity'), sortKey('Superconductivity'));
});

terms('of a row are limited in number and length, whatever the text', () => {
  const many = Array.from({ length: 100_000 }, (_, index) => index.toString(36)).join(' ');
  assert.equal(searchTerms(many).length, SEARCH.rowTerms);
  assert.deepEqual(searchTerms('x'.repeat(1_000_000)), ['x'.repeat(SEARCH.termCharacters)]);
  // Unicode orders marks by moving each past those before it, which takes hours for that many.
  assert.deepEqual(searchTerms(`a${'\u0301\u0323'.repeat(500_000)}`), ['a']);
});

terms('that repeat count in the order of titles', () => {
  assert.equal(sortKey('  «Ça, ÇA» & then the\tCa!'), 'ca ca then the ca');
  assert.ok(sortKey('Shale Gas') < sortKey('Shale, Shale Everywhere'));
  assert.equal(sortKey('\ufdfa'.repeat(10_000)).length, TEXT.titleCharacters);
});

terms('of a search are limited in number, and none is implied by another', () => {
  const words = Array.from({ length: 1_000 }, (_, index) => `w${index.toString().padStart(4, '0')}`);
  assert.equal(queryTerms(words.join(' ')).length, SEARCH.terms);
  assert.deepEqual(queryTerms('b a ba bar a foo'), ['a', 'bar', 'foo']);
  assert.deepEqual(queryTerms('Storage of CO<sub>2</sub>'), ['storage', 'of', 'co2'], 'a pasted title has markup');
  assert.deepEqual(queryTerms(' \n'), []);
  assert.equal(queryTerms('§').length, 1);
  fc.assert(
    fc.property(fc.array(fc.string({ unit: fc.constantFrom('a', 'b'), minLength: 1, maxLength: 4 })), (all) => {
      const kept = withoutImplied(all);
      // A row with all remaining terms has all of them.
      for (const term of all) assert.ok(kept.some((each) => each.startsWith(term)));
      for (const term of kept) assert.equal(kept.filter((each) => each.startsWith(term)).length, 1);
    }),
  );
});

terms('of a search for a DOI or an ORCID iD are those of its normal form', () => {
  const doi = '10.1002/(sici)1097<693::aid-asi4>3.0.co;2-o';
  for (const written of [doi, ` DOI:${doi.toUpperCase()}\n`, doiUrl(doi), `https://dx.doi.org/${doi}`])
    assert.deepEqual(queryTerms(written), queryTerms(doi), written);
  for (const written of ['0000-0002-1825-0097', ' 0000000218250097', 'https://orcid.org/0000-0002-1825-0097'])
    assert.deepEqual(queryTerms(written), searchTerms('0000-0002-1825-0097'), written);
  assert.deepEqual(queryTerms('0000000218250098'), ['0000000218250098'], 'a wrong check digit');
  assert.deepEqual(queryTerms('on doi:10.5555/a'), ['on', 'doi', '10', '5555', 'a'], 'one word of several');
});
