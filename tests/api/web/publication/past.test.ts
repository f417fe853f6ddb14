import { orcidAddress } from '../../../../domain/orcid.ts';
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { editsByField, linksByOrcid } from '../../../../api/web/dashboard/publication/attribution.ts';
import { fieldsBefore } from '../../../../api/web/dashboard/publication/past.ts';
import type { Change } from '../../../../api/web/client/generated/operations.ts';
import { valueIn } from '../../../../api/web/dashboard/publication/value.ts';
import { changesBetween } from '../../../../domain/changes/between.ts';
import type { Fields } from '../../../../domain/changes/change.ts';
import type { CslName } from '../../../../domain/csl.ts';
import { recordDifferences } from '../../../../projections/timeline/describe/record.ts';
import { suite } from '../../../support/suite.ts';

const past = suite('the values before a change');

const event = (id: string, type: string, changes: Change['changes'], more: Partial<Change> = {}): Change => ({
  id,
  position: 0,
  revision: 0,
  occurred_at: 0,
  event_type: type,
  severity: 'info',
  status: 'succeeded',
  actor: { type: 'user', id: 'jo', label: 'jo@example.org' },
  subject: { type: 'publication', id: 'x', label: 'x' },
  summary: '',
  changes,
  correlation_id: '',
  causation_id: null,
  cause: null,
  undo_role: null,
  ...more,
});

const [a, b, c] = [{ family: 'A' }, { family: 'B' }, { family: 'C' }];

past('include each of its fields, whatever came after', () => {
  const history = [
    event('3', 'PublicationEdited', [{ path: '/title', before: 'Two', after: 'Three' }]),
    event('2', 'PublicationEdited', [
      { path: '/title', before: 'One', after: 'Two' },
      { path: '/volume', before: null, after: '1' },
    ]),
  ];
  assert.deepEqual(fieldsBefore(history, 1, { merged: { title: 'Three', volume: '1' }, edited: null }), {
    title: 'One',
    volume: null,
  });
  assert.deepEqual(fieldsBefore(history, 0, { merged: { title: 'Three', volume: '1' }, edited: null }), {
    title: 'Two',
  });
});

past('include lists with their entries in place', () => {
  const history = [
    event('3', 'PublicationEdited', [{ path: '/editor/0', before: c, after: null }]),
    event('2', 'PublicationRefreshed', [
      { path: '/editor/0', before: null, after: c },
      { path: '/editor/1', before: a, after: b },
    ]),
  ];
  assert.deepEqual(fieldsBefore(history, 0, { merged: { editor: [b] }, edited: null }), { editor: [c, b] });
  const [, refreshed] = history;
  assert.ok(refreshed);
  assert.deepEqual(fieldsBefore([refreshed], 0, { merged: { editor: [c, b] }, edited: null }), { editor: [a] });
});

past('are not what a provider changed beneath an edit', () => {
  const refreshed = event('2', 'PublicationRefreshed', [{ path: '/title', before: 'One', after: 'Two' }]);
  const mine = event('3', 'PublicationEdited', [{ path: '/title', before: 'Two', after: 'Mine' }]);
  assert.deepEqual(fieldsBefore([refreshed], 0, { merged: { title: 'Mine' }, edited: { title: 'Mine' } }), {});
  assert.deepEqual(fieldsBefore([mine, refreshed], 1, { merged: { title: 'Mine' }, edited: null }), {});
  assert.deepEqual(fieldsBefore([refreshed], 0, { merged: { title: 'Two' }, edited: null }), { title: 'One' });
});

/** One edit of the authors, as in its history. */
const edited = (before: Fields, after: Fields): Change =>
  event('2', 'PublicationEdited', recordDifferences(changesBetween(before, after)));

const authors = (...entries: readonly (readonly [CslName, string | null])[]) => ({
  author: entries.map(([name, orcid]) => (orcid === null ? name : { ...name, ORCID: orcidAddress(orcid) })),
});

const [ONE, TWO, THREE] = ['0000-0002-1825-0097', '0000-0000-0000-1012', '0000-0000-0000-2023'];
const [wang, smith, smyth] = [{ family: 'Wang', given: 'L.' }, { family: 'Smith' }, { family: 'Smyth' }];

past("include each author's own iD", () => {
  const cases: readonly (readonly [string, Fields, Fields])[] = [
    ['removed', authors([wang, ONE], [smith, TWO]), authors([wang, ONE])],
    ['renamed', authors([wang, ONE], [smith, TWO]), authors([wang, ONE], [smyth, TWO])],
    ['of one name', authors([wang, ONE], [wang, TWO]), authors([wang, ONE], [wang, TWO], [smith, null])],
    ['without an iD', authors([smith, null], [wang, ONE]), authors([wang, ONE])],
    ['moved', authors([smith, null], [wang, ONE], [smyth, null]), authors([wang, ONE], [smyth, null], [smith, null])],
    ['given an iD', authors([smith, null], [wang, ONE]), authors([smith, THREE], [wang, ONE])],
    ['the first with iDs', { author: [smith] }, authors([smith, TWO])],
    ['all removed', authors([smith, TWO]), {}],
  ];
  for (const [title, before, after] of cases)
    assert.deepEqual(
      fieldsBefore([edited(before, after)], 0, { merged: after, edited: null })['author'],
      valueIn(before, 'author'),
      title,
    );
});

past('include the authors in any order and with any iDs', () => {
  const name = fc.constantFrom(wang, smith, smyth);
  const entry = fc.tuple(name, fc.constantFrom(ONE, TWO, null));
  const record = fc.array(entry, { maxLength: 6 }).map((entries) => authors(...entries));
  fc.assert(
    fc.property(record, record, record, (first, second, third) => {
      const history = [edited(second, third), edited(first, second)];
      const before = fieldsBefore(history, 1, { merged: third, edited: null });
      if ('author' in before) assert.deepEqual(before['author'], valueIn(first, 'author'));
      else assert.deepEqual(first, second);
    }),
  );
});

past('are unknown if the list is not as the change left it', () => {
  const history = [event('2', 'PublicationEdited', [{ path: '/editor/0', before: a, after: b }])];
  assert.deepEqual(fieldsBefore(history, 0, { merged: { editor: [c] }, edited: null }), {});
});

past('are unknown if an earlier change is not fully known, or belongs to another record', () => {
  const large = event('2', 'PublicationEdited', [
    { path: '/author/0', before: null, after: null, before_bytes: 9_999 },
  ]);
  assert.deepEqual(fieldsBefore([large], 0, { merged: { author: [a] }, edited: null }), {});
  const hidden = event('2', 'PublicationHidden', [{ path: '/visible', before: true, after: false }]);
  assert.deepEqual(fieldsBefore([hidden], 0, { merged: {}, edited: null }), {});
  const cited = event('2', 'PublicationEdited', [{ path: '/cited_by_count', before: 1, after: 2 }]);
  assert.deepEqual(fieldsBefore([cited], 0, { merged: {}, edited: null }), {});
});

past('are linked with the last editor of a value, and the origin of a link', () => {
  const history = [
    event('4', 'PublicationRefreshed', [{ path: '/title', before: 'x', after: 'y' }]),
    event('3', 'PublicationEdited', [{ path: '/title', before: 'One', after: 'Two' }]),
    event('2', 'PublicationEdited', [{ path: '/title', before: 'Zero', after: 'One' }]),
    event('1', 'AuthorLinked', [{ path: '/person_orcids', before: null, after: '2' }]),
  ];
  assert.equal(editsByField(history).get('title')?.id, '3');
  assert.equal(linksByOrcid(history).get('2')?.id, '1');
  assert.equal(linksByOrcid(history).get('1'), undefined);
});
