/** The display of a changed text or value. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { render } from 'preact-render-to-string';
import { TextChange } from '../../../api/web/parts/text-change.tsx';
import { ChangeList } from '../../../api/web/dashboard/events/changes.tsx';
import { valueText } from '../../../api/web/dashboard/value-text.ts';
import { wordsBetween } from '../../../api/web/parts/words-between.ts';
import { suite } from '../../support/suite.ts';

const changing = suite('a changed text');

changing('is compared word by word', () => {
  assert.deepEqual(wordsBetween('Pots of the late age', 'Pots of the bronze age'), [
    { kind: 'same', text: 'Pots of the ' },
    { kind: 'removed', text: 'late' },
    { kind: 'added', text: 'bronze' },
    { kind: 'same', text: ' age' },
  ]);
});

changing('is complete on both sides, whatever the texts', () =>
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), (before, after) => {
      const pieces = wordsBetween(before, after);
      const side = (other: string) =>
        pieces
          .filter(({ kind }) => kind !== other)
          .map(({ text }) => text)
          .join('');
      assert.deepEqual([side('added'), side('removed')], [before, after]);
    }),
  ),
);

changing('with little in common is shown whole, one after the other', () => {
  const words = (word: string) => Array.from({ length: 2_000 }, (_, n) => `${word}${n}`).join(' ');
  const kinds = wordsBetween(words('a'), words('b')).map(({ kind }) => kind);
  assert.deepEqual(kinds, ['removed', 'added']);
});

changing('describes in words what was removed and added', () => {
  const html = render(<TextChange before="late" after="bronze" />);
  assert.match(html, /<del><span class="unseen">removed: <\/span>late/u);
  assert.match(html, /<ins><span class="unseen">added: <\/span>bronze/u);
  assert.doesNotMatch(render(<TextChange before={null} after="new" />), /<del>/u);
});

changing('shows markup if nothing else differs', () => {
  const changed = (before: string, after: string) =>
    render(<ChangeList changes={[{ path: '/title', before, after }]} />);
  assert.match(changed('Pots', '<i>Pots</i>'), /<ins>.*&lt;i>Pots&lt;\/i>/u);
  assert.doesNotMatch(changed('Pots', '<i>Cups</i>'), /&lt;i>/u);
});

const showing = suite('a value of a record');

showing('is readable text', () => {
  assert.equal(valueText('<i>E. coli</i> &amp; more'), 'E. coli & more');
  assert.equal(valueText([{ family: 'Curie', given: 'Marie' }, { literal: 'The Group' }]), 'Marie Curie; The Group');
  assert.equal(
    valueText({ family: 'Beethoven', given: 'Ludwig', 'non-dropping-particle': 'van' }),
    'Ludwig van Beethoven',
  );
  assert.equal(valueText({ 'date-parts': [[2021, 3]] }), 'Mar 2021');
  assert.equal(valueText({ 'date-parts': [['2021']] }), '2021');
  assert.equal(valueText({ en: 'Pots', de: 'Töpfe' }), 'Pots (en), Töpfe (de)');
  assert.equal(valueText({ en: 'Pots' }), 'Pots');
  assert.equal(valueText(true), 'Yes');
  assert.equal(valueText(12_000), '12,000');
  assert.equal(valueText(['Clay', 'Kilns']), 'Clay, Kilns');
  assert.equal(valueText({ is_oa: false, colour: 'green' }), 'is oa: No; colour: green');
});

showing('is shown as words if it is one of a few codes', () => {
  assert.equal(valueText('article-journal', 'type'), 'Journal article');
  assert.equal(valueText('de', 'language'), 'German');
  assert.equal(valueText('workspace_admin', 'role'), 'Administrator');
  assert.equal(valueText('of a later release', 'role'), 'of a later release');
});

showing('is empty if there is none', () => {
  for (const empty of [null, undefined, '', [], {}]) assert.equal(valueText(empty), null);
});
