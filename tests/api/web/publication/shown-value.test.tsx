/** How values of a publication are shown. */
import assert from 'node:assert/strict';
import { render } from 'preact-render-to-string';
import { ShownValue } from '../../../../api/web/dashboard/publication/shown-value.tsx';
import { suite } from '../../../support/suite.ts';

const shown = suite('a name');

shown('has no space before the mark that parts it from the next', () => {
  const names = [{ family: 'Carberry', given: 'J. S.' }];
  assert.match(render(<ShownValue field="author" value={names} />), />J\. S\. Carberry<\/li>/u);
});
