import assert from 'node:assert/strict';
import { render } from 'preact-render-to-string';
import { ShownValue } from '../../../../api/web/dashboard/publication/shown-value.tsx';
import { suite } from '../../../support/suite.ts';

const shown = suite('a name');

shown('has no space before the separator', () => {
  const names = [{ family: 'Carberry', given: 'J. S.' }];
  assert.match(render(<ShownValue field="author" value={names} />), />J\. S\. Carberry<\/bdi><\/li>/u);
});

shown('written from right to left is isolated, so that its separator is in place', () => {
  const names = [{ family: 'ابن سينا', given: 'محمد' }, { family: 'Carberry' }];
  assert.match(render(<ShownValue field="author" value={names} />), /<li><bdi>[^<]*<\/bdi><\/li><li><bdi>Carberry/u);
});

shown('is reported as missing if the list is empty', () => {
  assert.match(render(<ShownValue field="author" value={[]} />), /No value/u);
});

const texts = suite('a long text');

texts('keeps its paragraphs, unlike a title', () => {
  for (const field of ['abstract', 'annote', 'note'])
    assert.match(render(<ShownValue field={field} value={'One <i>pot</i>.\n\nAnother.'} />), /class="paragraphs"/u);
  assert.doesNotMatch(render(<ShownValue field="title" value="One pot" />), /paragraphs/u);
});
