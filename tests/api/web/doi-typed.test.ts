import assert from 'node:assert/strict';
import { Failure } from '../../../api/web/client/failure.ts';
import { doiTyped } from '../../../api/web/dashboard/doi-typed.ts';
import { suite } from '../../support/suite.ts';

const typed = suite('a typed DOI');

typed('may follow a label or a resolver, even with a space', () => {
  for (const text of ['10.5555/pots', 'doi:10.5555/pots', 'DOI: 10.5555/pots', ' https://doi.org/10.5555/pots '])
    assert.equal(doiTyped(text), '10.5555/pots', text);
});

typed('is a single one: several are refused, whatever separates them', () => {
  for (const text of [
    '10.5555/a 10.5555/b',
    '10.5555/a,10.5555/b',
    'doi:10.5555/a; doi:10.5555/b',
    'https://doi.org/10.5555/a\nhttps://doi.org/10.5555/b',
  ])
    assert.throws(
      () => doiTyped(text),
      (error) => error instanceof Failure && /one DOI at a time/u.test(error.message),
      text,
    );
});
