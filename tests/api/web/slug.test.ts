/** Short names of workspaces, derived from their names. */
import assert from 'node:assert/strict';
import { slugOf } from '../../../api/web/dashboard/workspaces/slug.ts';
import { suite } from '../../support/suite.ts';

const slugs = suite('a short name');

slugs('has the letters without their accents, and one dash between words', () => {
  assert.equal(slugOf('Musée des  Céramiques'), 'musee-des-ceramiques');
  assert.equal(slugOf('Straße & Töpfe (Wien)'), 'strasse-topfe-wien');
});

slugs('has at most forty characters, and does not end with a dash', () => {
  assert.equal(slugOf('a'.repeat(60)), 'a'.repeat(40));
  assert.equal(slugOf(`${'a'.repeat(39)} b`), 'a'.repeat(39));
});

slugs('is empty if the name has no such letters', () => {
  assert.equal(slugOf('日本'), '');
});
