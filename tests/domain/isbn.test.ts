/** ISBNs and their check digits. */
import assert from 'node:assert/strict';
import { isbnsIn } from '../../domain/isbn.ts';
import { suite } from '../support/suite.ts';

const isbn = suite('an ISBN');

isbn('is read with hyphens, and with words around it', () => {
  assert.deepEqual(isbnsIn('978-0-306-40615-7'), ['9780306406157']);
  assert.deepEqual(isbnsIn('ISBN 0-306-40615-2 (pbk.), 9783161484100'), ['0306406152', '9783161484100']);
  assert.deepEqual(isbnsIn('3-16-148410-x'), ['316148410X']);
});

isbn('with a wrong digit is refused, and so is what is none', () => {
  for (const text of ['978-0-306-40615-8', '0-306-40615-3', '9770306406157'])
    assert.throws(() => isbnsIn(text), /ISBN/u, text);
  assert.throws(() => isbnsIn('none'), /not an ISBN/u);
});
