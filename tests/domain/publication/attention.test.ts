/** A doubtful link needs attention until staff say that it is right. */
import assert from 'node:assert/strict';
import { authorMatchState, openDoubts } from '../../../domain/publication/state.ts';
import { orcidAddress } from '../../../domain/orcid.ts';
import { UNDOABLES } from '../../../domain/undoables.ts';
import { suite } from '../../support/suite.ts';
import { History } from '../../support/undoing.ts';
import { CARBERRY, original, record } from './samples.ts';

const attention = suite('the attention that a link needs');

const authors = (family: string) => [
  { family, given: 'Ann', ORCID: orcidAddress(CARBERRY) },
  { family: 'Nemo', given: 'Captain' },
];

const start = (family?: string) => {
  const history = new History(UNDOABLES.publication);
  let fetchedAt = 1_000;
  const stateNow = () => {
    assert.ok(history.state.status !== 'absent');
    return history.state;
  };
  const harvest = (fields: object): void => {
    fetchedAt += 1_000;
    const links = [{ orcid: CARBERRY, basis: 'orcid_list' as const }];
    history.do({ ...record, type: 'RecordFromProvider', original: { ...original, ...fields }, fetchedAt, links });
    history.do({ type: 'MatchAuthors', people: [{ orcid: CARBERRY, names: ['Josiah Carberry'] }] });
  };
  harvest({ author: family === undefined ? [{ family: 'Nemo' }] : authors(family) });
  return {
    history,
    harvest,
    settle: () => history.do({ type: 'SettleAttention', settled: openDoubts(stateNow()), open: [] }),
    open: () => openDoubts(stateNow()).map(({ reason }) => reason),
    match: () => authorMatchState(stateNow()),
  };
};

attention('ends when staff say that the link is right, through harvests and matches', () => {
  for (const family of [undefined, 'Brown']) {
    const { history, harvest, settle, open, match } = start(family);
    assert.deepEqual([open(), match()], [[family === undefined ? 'not_named' : 'other_name'], 'needs_attention']);
    settle();
    assert.deepEqual([open(), match()], [[], 'complete']);
    harvest({ title: 'On whole pots', author: [...(family === undefined ? [] : authors(family)), { family: 'New' }] });
    history.do({ type: 'RepairAuthorLinks', people: [{ orcid: CARBERRY, names: ['J. Carberry'] }] });
    assert.deepEqual(open(), []);
    const { length } = history.events;
    settle();
    assert.equal(history.events.length, length);
  }
});

attention('is needed again when the entry has another name, or the reason is another', () => {
  const { harvest, settle, open } = start('Brown');
  settle();
  harvest({ author: authors('Green') });
  assert.deepEqual(open(), ['other_name']);
  settle();
  harvest({ author: [{ family: 'Nemo' }] });
  assert.deepEqual(open(), ['not_named']);
});

attention('is needed again after the person was unlinked and linked again', () => {
  const { history, settle, open } = start();
  settle();
  for (const type of ['UnlinkAuthor', 'LinkAuthor'] as const) history.do({ type, orcid: CARBERRY, basis: 'staff' });
  history.do({ type: 'MatchAuthors', people: [] });
  assert.deepEqual(open(), ['not_named']);
});

attention('is needed again when staff undo what they said, and an undo of a reset keeps it', () => {
  const { history, harvest, settle, open } = start('Brown');
  settle();
  const { cause } = history.undo({ type: 'AttentionSettled' });
  assert.deepEqual([history.events.at(-1)?.type, open()], ['AttentionReopened', ['other_name']]);
  history.undo({ cause });
  assert.deepEqual(open(), []);
  history.do({ type: 'ResetPublication' });
  history.undo({ type: 'PublicationReset' });
  harvest({ author: authors('Brown') });
  assert.deepEqual(open(), []);
});
