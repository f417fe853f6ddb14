/** How values of a publication are shown. */
import assert from 'node:assert/strict';
import { render } from 'preact-render-to-string';
import { ShownValue } from '../../../../api/web/dashboard/publication/shown-value.tsx';
import { suite } from '../../../support/suite.ts';

const shown = suite('a name');

shown('has no space before the mark that parts it from the next', () => {
  const names = [{ family: 'Carberry', given: 'J. S.' }];
  assert.match(render(<ShownValue field="author" value={names} />), />J\. S\. Carberry<\/bdi><\/li>/u);
});

shown('written from right to left keeps to itself: the mark after it stands where it does after any other', () => {
  const names = [{ family: 'ابن سينا', given: 'محمد' }, { family: 'Carberry' }];
  assert.match(render(<ShownValue field="author" value={names} />), /<li><bdi>[^<]*<\/bdi><\/li><li><bdi>Carberry/u);
});

shown('is missed where the list is empty', () => {
  assert.match(render(<ShownValue field="author" value={[]} />), /No value/u);
});

const texts = suite('a long text');

texts('keeps its paragraphs, which a title does not have', () => {
  for (const field of ['abstract', 'annote', 'note'])
    assert.match(render(<ShownValue field={field} value={'One <i>pot</i>.\n\nAnother.'} />), /class="paragraphs"/u);
  assert.doesNotMatch(render(<ShownValue field="title" value="One pot" />), /paragraphs/u);
});
