/** Texts in several languages, as they are shown. */
import assert from 'node:assert/strict';
import { shownText } from '../../../api/web/client/localized.ts';
import { suite } from '../../support/suite.ts';

const texts = suite('a text in several languages');
const BOTH = { 'de-AT': 'Töpfe', en: 'Pots' };

texts('is shown in the language of the reader, or else in English, or else in any', () => {
  assert.equal(shownText(BOTH, 'de'), 'Töpfe');
  assert.equal(shownText(BOTH, 'fr'), 'Pots');
  assert.equal(shownText({ it: 'Vasi' }, 'de'), 'Vasi');
  assert.equal(shownText('Pots', 'de'), 'Pots');
  assert.equal(shownText(null, 'de'), null);
});
