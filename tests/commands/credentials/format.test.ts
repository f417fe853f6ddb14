import assert from 'node:assert/strict';
import fc from 'fast-check';
import { credentialFrom, isWellFormed, SECRET_BYTES } from '../../../commands/credentials/format.ts';
import { suite } from '../../support/suite.ts';

const keys = suite('a key');
const bytes = fc.uint8Array({ minLength: SECRET_BYTES, maxLength: SECRET_BYTES });

keys('has a secret of 43 digits and a checksum of 6, whatever the bytes', () =>
  fc.assert(
    fc.property(bytes, (random) => {
      const key = credentialFrom('colk_', random);
      assert.match(key, /^colk_[0-9A-Za-z]{49}$/u);
      assert.ok(isWellFormed(key, 'colk_'));
      assert.ok(!isWellFormed(key, 'coli_'));
    }),
  ),
);

keys('is distinguished from one with a wrong character', () =>
  fc.assert(
    fc.property(bytes, fc.integer({ min: 5, max: 53 }), fc.constantFrom(...'0aZ9'), (random, place, digit) => {
      const key = credentialFrom('colk_', random);
      const typed = `${key.slice(0, place)}${digit}${key.slice(place + 1)}`;
      assert.equal(isWellFormed(typed, 'colk_'), typed === key);
    }),
  ),
);

keys('differs from every other', () =>
  fc.assert(
    fc.property(bytes, bytes, (a, b) => {
      fc.pre(Buffer.compare(a, b) !== 0);
      assert.notEqual(credentialFrom('coli_', a), credentialFrom('coli_', b));
    }),
  ),
);
