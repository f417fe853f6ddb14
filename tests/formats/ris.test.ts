/** RIS: what stands in a record, and that any text survives it. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { inertMarkup } from '../../domain/text/inert.ts';
import { ris } from '../../formats/ris.ts';
import { ARTICLE, anyText, exported, normalized } from '../support/exported.ts';
import { readRis, type ReadRecord } from '../support/ris-reader.ts';
import { suite } from '../support/suite.ts';

const writing = suite('RIS');

const readOne = (...of: Parameters<typeof exported>): ReadRecord => {
  const text = ris.entry(exported(...of));
  const [record, ...more] = readRis(text);
  assert.deepEqual(more, [], text);
  return record ?? assert.fail(text);
};

writing('has the fields of an article, an author in each AU', () => {
  const record = { ...ARTICLE, subject: ['Illusions, optical', 'lines'], language: 'de' };
  assert.equal(
    ris.entry(exported(record, { isRetracted: true })),
    [
      'TY  - JOUR',
      'AU  - Müller, Änne',
      'AU  - van den Berg, Jan, Jr.',
      'AU  - World Health Organization',
      'TI  - On the Müller–Lyer illusion in Homo sapiens and H2O',
      'T2  - Journal of Seeing & Believing',
      'PY  - 2021',
      'DA  - 2021/07/03/',
      'VL  - 12',
      'IS  - 3',
      'SP  - 101',
      'EP  - 109',
      'PB  - Springer',
      'DO  - 10.5555/12345678',
      'LA  - de',
      'KW  - Illusions, optical',
      'KW  - lines',
      'N1  - Retracted',
      'ER  - \r\n',
    ].join('\r\n'),
  );
});

writing('chooses types that reference managers know', () => {
  const typeOf = (type: string, more = {}): unknown => readOne({ type, ...more }).get('TY')?.[0];
  assert.deepEqual(
    ['article', 'dataset', 'thesis', 'chapter', 'paper-conference', 'software', 'review', 'hologram'].map((type) =>
      typeOf(type),
    ),
    ['UNPB', 'DATA', 'THES', 'CHAP', 'CPAPER', 'COMP', 'GEN', 'GEN'],
  );
  assert.equal(typeOf('review-book', { 'container-title': 'J' }), 'JOUR');
});

writing('divides a range of pages, and keeps any other as it is', () => {
  const pagesOf = (page: string): unknown => ['SP', 'EP'].map((tag) => readOne({ page }).get(tag)?.[0]);
  assert.deepEqual(pagesOf('e12–e15'), ['e12', 'e15']);
  assert.deepEqual(pagesOf('7'), ['7', undefined]);
  assert.deepEqual(pagesOf('1-3, 5-7'), ['1-3, 5-7', undefined]);
});

writing('is one record with the same texts, whatever they are', () =>
  fc.assert(
    fc.property(anyText, anyText, anyText, (title, name, abstract) => {
      const shown = (text: string): string => normalized(inertMarkup(text));
      const read = readOne({ title, abstract, author: [{ literal: name }], DOI: 'x' });
      const is = (tag: string, text: string): void =>
        assert.equal(normalized(read.get(tag)?.join() ?? ''), shown(text));
      is('TI', title);
      is('AB', abstract);
      assert.equal(normalized(read.get('AU')?.join() ?? ''), normalized(name));
      assert.deepEqual(read.get('DO'), ['10.5555/12345678']);
    }),
  ),
);
