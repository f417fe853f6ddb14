/** Editing a record on its page: the order of names, the request, and concurrent changes. */
import assert from 'node:assert/strict';
import { publicationPath } from '../../../../api/web/dashboard/publication/address.ts';
import { fieldset } from '../../../../api/web/dashboard/publication/fieldset.tsx';
import { added, listedName, moved, without } from '../../../../api/web/dashboard/publication/names.ts';
import { operationsFor } from '../../../../api/web/dashboard/publication/operations.ts';
import type { TypedName } from '../../../../api/web/dashboard/publication/typed.ts';
import { conflictOf, hasMine, resolved } from '../../../../api/web/parts/editing/conflict.ts';
import { openEditing } from '../../../../api/web/parts/editing/editing.ts';
import { suite } from '../../../support/suite.ts';

const changes = suite('changes of a record');
const RECORD = {
  type: 'book',
  title: 'Shards',
  volume: '1',
  author: [{ family: 'A' }, { family: 'B', ORCID: 'https://orcid.org/0000-0002-1825-0097' }],
  custom: { source: 'x' },
};

changes('move a name to any position, and never lose one', () => {
  const names = ['a', 'b', 'c'].map((family, key): TypedName => ({ key, name: { family }, orcid: '' }));
  const order = (list: readonly TypedName[]): string => list.map(({ name }) => listedName(name)).join('');
  assert.equal(order(moved(names, 2, 0)), 'cab');
  assert.equal(order(moved(names, 0, 9)), 'bca');
  assert.equal(order(moved(names, 1, -1)), 'bac');
  assert.equal(order(without(names, 1)), 'ac');
  assert.deepEqual(added(without(names, 2), { literal: 'x' }).at(-1), { key: 2, name: { literal: 'x' }, orcid: '' });
});

changes('are sent as operations on the changed fields only', () => {
  assert.deepEqual(operationsFor(RECORD, { title: 'Pots', volume: null, note: null, issue: '2' }), [
    { op: 'add', path: '/title', value: 'Pots' },
    { op: 'remove', path: '/volume' },
    { op: 'add', path: '/issue', value: '2' },
  ]);
});

changes('by two people are both kept where they do not overlap', () => {
  const conflict = conflictOf(fieldset, { title: { base: 'Shards', mine: 'Pots' } }, RECORD, {
    ...RECORD,
    volume: '2',
  });
  assert.deepEqual(conflict.overlapping, []);
  assert.deepEqual(conflict.theirs, [{ field: 'volume', before: '1', after: '2' }]);
  assert.deepEqual(resolved(conflict, new Set()), { title: 'Pots' });
});

changes('by two people need a choice where they overlap, unless they agree', () => {
  const mine = { title: { base: 'Shards', mine: 'Pots' }, volume: { base: '1', mine: '2' } };
  const conflict = conflictOf(fieldset, mine, RECORD, { ...RECORD, title: 'Kilns', volume: '2' });
  assert.deepEqual(conflict.overlapping, ['title']);
  assert.deepEqual(resolved(conflict, new Set()), { title: 'Pots' });
  assert.deepEqual(resolved(conflict, new Set(['title'])), {});
});

changes('of a field that was empty conflict with a value that another has added since', () => {
  const now = { ...RECORD, note: 'Theirs' };
  const conflict = conflictOf(fieldset, { note: { base: null, mine: 'Mine' } }, now, now);
  assert.deepEqual(conflict.overlapping, ['note']);
});

changes('are the fields whose value differs; one that was only opened does not count', () => {
  const editing = openEditing(fieldset, 'me', 'publication:org:x');
  editing.open('title', 'Shards');
  editing.open('note', null);
  assert.deepEqual(editing.outcome(), { edits: {}, problems: {} });
  editing.type('title', { of: 'text', text: 'Pots' });
  editing.open('volume', '1');
  editing.type('volume', { of: 'text', text: '7' });
  assert.deepEqual(editing.outcome().edits, {
    title: { base: 'Shards', mine: 'Pots' },
    volume: { base: '1', mine: '7' },
  });
  editing.close('title');
  assert.deepEqual(Object.keys(editing.outcome().edits), ['volume']);
});

changes('are sent to a URL with the DOI unencoded where possible', () => {
  assert.equal(publicationPath('10.5555/a/b.1'), '/publications/10.5555/a/b.1');
  assert.equal(publicationPath('10.5555/a<b>#c'), '/publications/10.5555/a%3Cb%3E%23c');
  assert.equal(publicationPath('10.5555/a//b'), '/publications/10.5555%2Fa%2F%2Fb');
  assert.equal(publicationPath('10.5555/../b'), '/publications/10.5555%2F..%2Fb');
});

changes('that the record already has, as when a response was lost, are no conflict', () => {
  const edits = (title: string) => ({ title: { base: 'Shards', mine: title } });
  const has = (mine: string, now: object): boolean =>
    hasMine(conflictOf(fieldset, edits(mine), RECORD, { ...RECORD, ...now }));
  assert.ok(has('Pots', { title: 'Pots' }));
  assert.ok(has('Pots', { title: 'Pots', volume: '2' }));
  assert.ok(!has('Pots', { title: 'Kilns' }));
  assert.ok(!has('Pots', { volume: '2' }));
});
