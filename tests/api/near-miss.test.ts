/** The suggestion for a mistyped name: a likely name, or none. */
import assert from 'node:assert/strict';
import { suggestionFor } from '../../api/http/validate.ts';
import { suite } from '../support/suite.ts';

const KNOWN = ['page', 'per_page', 'from', 'to', 'sort', 'title', 'author_orcid', 'year'];

const suggestion = suite('a mistyped name');

const CASES: readonly (readonly [name: string, meant: string | null])[] = [
  ['per_pgae', 'per_page'],
  ['authororcid', 'author_orcid'],
  ['titel', 'title'],
  ['years', 'year'],
  ['pag', 'page'],
  ['type', null],
  ['doi', null],
  ['q', null],
  ['x'.repeat(10_000), null],
];
for (const [name, meant] of CASES)
  suggestion(`${name.slice(0, 20)} ${meant === null ? 'is like no other' : `suggests ${meant}`}`, () => {
    assert.equal(suggestionFor(name, KNOWN), meant === null ? '' : `; did you mean ${meant}?`);
  });

suggestion('suggests nothing where no names are known', () => {
  assert.equal(suggestionFor('page', []), '');
});
