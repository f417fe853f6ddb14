/** What is left of markup in an inert text. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { inertMarkup, inertText } from '../../../domain/text/inert.ts';
import { ALLOWED, elementsOf, hostile } from '../../support/hostile-texts.ts';
import { suite } from '../../support/suite.ts';

const inert = suite('an inert text');

inert('has only permitted tags, whatever it contained', () =>
  fc.assert(
    fc.property(hostile, (text) => {
      assert.deepEqual(elementsOf(inertText(text)), []);
      for (const element of elementsOf(inertMarkup(text))) assert.ok(ALLOWED.has(element), inertMarkup(text));
      assert.equal(inertMarkup(inertMarkup(text)), inertMarkup(text));
    }),
    { numRuns: 1_500 },
  ),
);

inert('keeps what is harmless, and tags only in pairs', () => {
  for (const text of ['p < 10 & x > y', 'H<sub>2</sub>O', '<i>a <b>b</b></i>', 'AT&amp;T'])
    assert.equal(inertMarkup(text), text);
  assert.equal(inertMarkup('<i>a</b> <b>c</b>'), '< i>a< /b> <b>c</b>');
  assert.equal(
    inertMarkup('<span style="font-variant: small-caps;">A</span>'),
    '<span style="font-variant:small-caps">A</span>',
  );
  assert.equal(inertText('H<sub>2</sub>O'), 'H< sub>2< /sub>O');
});
