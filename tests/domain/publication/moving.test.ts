/** What is decided about a person moves to the one whom they turn out to be. */
import assert from 'node:assert/strict';
import type { PublicationEvent } from '../../../domain/publication/events.ts';
import { personIdFrom } from '../../../domain/person/id.ts';
import { publication } from '../../../domain/publication/publication.ts';
import { undoablePublication } from '../../../domain/publication/undo.ts';
import { given } from '../../support/given.ts';
import { suite } from '../../support/suite.ts';
import { History } from '../../support/undoing.ts';
import { added, DOI, source } from './samples.ts';

const FROM = personIdFrom('00000000-0000-4000-8000-000000000001');
const TO = '0000-0002-1825-0097';
const move = { type: 'MoveAuthor', from: FROM, to: TO } as const;

type Basis = 'staff' | 'metadata' | 'orcid_list';
const linked = (orcid: string, basis: Basis = 'staff', wereLinked?: true): PublicationEvent => ({
  type: 'AuthorLinked',
  data: { links: [{ basis, orcids: [orcid] }], ...(wereLinked && { wereLinked }) },
});
const unlinked = (orcid: string, basis: Basis = 'staff', wereOpen?: true): PublicationEvent => ({
  type: 'AuthorUnlinked',
  data: { links: [{ basis, orcids: [orcid] }], ...(wereOpen && { wereOpen }) },
});
const doubt = (orcid: string) => ({ orcid, reason: 'not_named' }) as const;

const moving = suite('moving an author');

moving('links the other one, whatever evidence they had', () => {
  given(publication, added, linked(FROM)).when(move).then(linked(TO), unlinked(FROM, 'metadata'));
  given(publication, added, linked(FROM), linked(TO, 'metadata'))
    .when(move)
    .then(linked(TO, 'staff', true), unlinked(FROM, 'metadata'));
  given(publication, added, linked(FROM), linked(TO)).when(move).then(unlinked(FROM, 'metadata'));
});

moving('counts a link for more than a rejection', () => {
  given(publication, added, linked(FROM), unlinked(TO, 'staff', true))
    .when(move)
    .then(linked(TO), unlinked(FROM, 'metadata'));
  given(publication, added, unlinked(FROM, 'staff', true), linked(TO, 'orcid_list'))
    .when(move)
    .then(unlinked(FROM, 'metadata', true));
});

moving('rejects the other one if nobody has decided about them', () =>
  given(publication, added, unlinked(FROM, 'staff', true))
    .when(move)
    .then(unlinked(TO, 'staff', true), unlinked(FROM, 'metadata', true)),
);

moving('does nothing about someone who is neither linked nor rejected', () => {
  given(publication, added).when(move).thenNothing();
  given(publication, added, linked(FROM), linked(TO), unlinked(FROM, 'metadata')).when(move).thenNothing();
});

moving('keeps it confirmed that a link is right', () => {
  const match: PublicationEvent = { type: 'AuthorsMatched', data: { suggested: [], strays: [FROM] } };
  const settled: PublicationEvent = { type: 'AttentionSettled', data: { doubts: [doubt(FROM)] } };
  given(publication, added, linked(FROM), match, settled)
    .when(move)
    .then(linked(TO), unlinked(FROM, 'metadata'), { type: 'AttentionSettled', data: { doubts: [doubt(TO)] } });
});

moving('also concerns a publication that another one is shown in place of', () =>
  given(publication, added, linked(FROM), { type: 'PublicationSuperseded', data: { by: '10.5555/other' } })
    .when(move)
    .then(linked(TO), unlinked(FROM, 'metadata')),
);

moving('can be undone', () => {
  const history = new History(undoablePublication);
  history.do({ type: 'RecordFromProvider', doi: DOI, original: { type: 'book' }, source, fetchedAt: 1, links: [] });
  history.do({ type: 'LinkAuthor', orcid: FROM, basis: 'staff' });
  const cause = history.do(move);
  history.undo({ cause }, { isOfCause: true });
  assert.ok(history.state.status !== 'absent');
  assert.deepEqual(history.state.links, { [FROM]: 'staff' });
});
