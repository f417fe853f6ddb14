/** DOIs found in pasted text. */
import assert from 'node:assert/strict';
import { doisIn } from '../../../api/web/dashboard/doi-import/dois-in.ts';
import { suite } from '../../support/suite.ts';

const found = suite('DOIs in pasted text');

const dois = (text: string): readonly string[] => doisIn(text).valid.map(({ doi }) => doi);

found('are found in references, tables and addresses, each once, in their order', () => {
  const text = `Carberry, J. (2019). On pots. Pots 1(2), 3. https://doi.org/10.5555/B.2.
    Others\t10.5555/a;doi:10.5555/c, DOI: 10.5555/B.2 (see <https://dx.doi.org/10.5555/d>)`;
  assert.deepEqual(dois(text), ['10.5555/b.2', '10.5555/a', '10.5555/c', '10.5555/d']);
});

found('keep the brackets, commas and semicolons that belong to them', () => {
  const sici = '10.1002/(sici)1097-0258(19980815/30)17:15/16<1661::aid-sim968>3.0.co;2-2';
  assert.deepEqual(dois(sici), [sici]);
  assert.deepEqual(dois('10.5555/a,b'), ['10.5555/a,b']);
});

found('that are malformed are named, and other words are not', () => {
  assert.deepEqual(doisIn('10.5/x, chapter 10.2 and 10.5555/').malformed, ['10.5/x', '10.5555/']);
  assert.deepEqual(doisIn('no such thing'), { valid: [], malformed: [] });
});
