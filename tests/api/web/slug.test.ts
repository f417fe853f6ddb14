/** Short names of workspaces, made of their names. */
import assert from 'node:assert/strict';
import { slugOf } from '../../../api/web/dashboard/workspaces/slug.ts';
import { suite } from '../../support/suite.ts';

const slugs = suite('a short name');

slugs('has the letters without their accents, and one dash between words', () => {
  assert.equal(slugOf('Musée des  Céramiques'), 'musee-des-ceramiques');
  assert.equal(slugOf('Straße & Töpfe (Wien)'), 'strasse-topfe-wien');
});

slugs('is at most forty characters, and ends with none that separates', () => {
  assert.equal(slugOf('a'.repeat(60)), 'a'.repeat(40));
  assert.equal(slugOf(`${'a'.repeat(39)} b`), 'a'.repeat(39));
});

slugs('is empty where the name has nothing for it', () => {
  assert.equal(slugOf('日本'), '');
});
