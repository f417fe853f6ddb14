/** What a record said before one of its changes. */
import assert from 'node:assert/strict';
import { editsByField, linksByOrcid } from '../../../../api/web/dashboard/publication/attribution.ts';
import { fieldsBefore } from '../../../../api/web/dashboard/publication/past.ts';
import type { Change } from '../../../../api/web/client/generated/operations.ts';
import { suite } from '../../../support/suite.ts';

const past = suite('what a record said before a change');

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

past('is each of its fields as it was, whatever came after', () => {
  const history = [
    event('3', 'PublicationEdited', [{ path: '/title', before: 'Two', after: 'Three' }]),
    event('2', 'PublicationEdited', [
      { path: '/title', before: 'One', after: 'Two' },
      { path: '/volume', before: null, after: '1' },
    ]),
  ];
  assert.deepEqual(fieldsBefore(history, 1, { title: 'Three', volume: '1' }), { title: 'One', volume: null });
  assert.deepEqual(fieldsBefore(history, 0, { title: 'Three', volume: '1' }), { title: 'Two' });
});

past('is a list with its entries where they were, and the iDs that they have now', () => {
  const history = [
    event('3', 'PublicationEdited', [{ path: '/author/0', before: c, after: null }]),
    event('2', 'PublicationRefreshed', [
      { path: '/author/0', before: null, after: c },
      { path: '/author/1', before: a, after: b },
    ]),
  ];
  const record = { author: [b], custom: { author_orcids: ['0000-0002-1825-0097'] } };
  assert.deepEqual(fieldsBefore(history, 0, record), {
    author: [c, { ...b, ORCID: '0000-0002-1825-0097' }],
  });
  assert.deepEqual(fieldsBefore(history, 1, record), { author: [a] });
});

past('is unknown where an earlier change is not known in full, or belongs to another record', () => {
  const large = event('2', 'PublicationEdited', [
    { path: '/author/0', before: null, after: null, before_bytes: 9_999 },
  ]);
  assert.deepEqual(fieldsBefore([large], 0, { author: [a] }), {});
  const hidden = event('2', 'PublicationHidden', [{ path: '/visible', before: true, after: false }]);
  assert.deepEqual(fieldsBefore([hidden], 0, {}), {});
  const cited = event('2', 'PublicationEdited', [{ path: '/cited_by_count', before: 1, after: 2 }]);
  assert.deepEqual(fieldsBefore([cited], 0, {}), {});
});

past('leads from a value to who edited it last, and from a link to who made it', () => {
  const history = [
    event('4', 'PublicationRefreshed', [{ path: '/title', before: 'x', after: 'y' }]),
    event('3', 'PublicationEdited', [{ path: '/title', before: 'One', after: 'Two' }]),
    event('2', 'PublicationEdited', [{ path: '/title', before: 'Zero', after: 'One' }]),
    event('1', 'AuthorLinked', [{ path: '/person_orcids', before: ['1'], after: ['1', '2'] }]),
  ];
  assert.equal(editsByField(history).get('title')?.id, '3');
  assert.equal(linksByOrcid(history).get('2')?.id, '1');
  assert.equal(linksByOrcid(history).get('1'), undefined);
});
