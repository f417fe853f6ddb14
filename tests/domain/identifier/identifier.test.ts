/** What an identifier refers to, and that staff may withdraw it. */
import assert from 'node:assert/strict';
import type { Assignment, IdentifierEvent, Item } from '../../../domain/identifier/events.ts';
import { identifier, type IdentifierCommand } from '../../../domain/identifier/identifier.ts';
import { UNDOABLES } from '../../../domain/undoables.ts';
import { given } from '../../support/given.ts';
import { suite } from '../../support/suite.ts';
import { History } from '../../support/undoing.ts';

const PUBLICATION: Item = { doi: '10.5555/pots.1' };
const ANOTHER: Item = { doi: '10.5555/pots.2' };
const WORK: Item = { work: 'pmid.1' };

const claim = (to: Item): Assignment => ({
  identifier: 'pmid.1',
  to,
  list: 'https://orcid.example/1/works',
  at: 1_000,
});
const assigned = (to: Item): IdentifierEvent => ({ type: 'IdentifierAssigned', data: claim(to) });
const withdrawn = (from: Item): IdentifierEvent => ({
  type: 'IdentifierWithdrawn',
  data: { identifier: 'pmid.1', from },
});
const assign = (to: Item): IdentifierCommand => ({ type: 'AssignIdentifier', ...claim(to) });
const withdraw = (from: Item): IdentifierCommand => ({ type: 'WithdrawIdentifier', from });
const giveBack = (to: Item): IdentifierCommand => ({ type: 'ReturnIdentifier', to });

const naming = suite('an identifier');

naming('refers to what the first list states', () =>
  given(identifier).when(assign(PUBLICATION)).then(assigned(PUBLICATION)),
);
naming('then refers to nothing else', () => given(identifier, assigned(PUBLICATION)).when(assign(WORK)).thenNothing());

naming('is withdrawn from a publication, once', () => {
  given(identifier, assigned(PUBLICATION)).when(withdraw(PUBLICATION)).then(withdrawn(PUBLICATION));
  given(identifier, assigned(PUBLICATION), withdrawn(PUBLICATION)).when(withdraw(PUBLICATION)).thenNothing();
  given(identifier, assigned(PUBLICATION)).when(withdraw(ANOTHER)).thenNothing();
});

naming('cannot be withdrawn from the work recorded under it', () =>
  given(identifier, assigned(WORK)).when(withdraw(WORK)).thenRefused('conflict', 'names_work'),
);

naming('is never assigned again to an item that it was withdrawn from, but may be to another', () => {
  const taken = [assigned(PUBLICATION), withdrawn(PUBLICATION)];
  given(identifier, ...taken)
    .when(assign(PUBLICATION))
    .thenNothing();
  given(identifier, ...taken)
    .when(assign(WORK))
    .then(assigned(WORK));
  given(identifier, ...taken, assigned(ANOTHER), withdrawn(ANOTHER))
    .when(assign(PUBLICATION))
    .thenNothing();
});

naming('is returned by staff to that item while it is free', () => {
  const taken = [assigned(PUBLICATION), withdrawn(PUBLICATION)];
  given(identifier, ...taken)
    .when(giveBack(PUBLICATION))
    .then(assigned(PUBLICATION));
  given(identifier, ...taken)
    .when(giveBack(ANOTHER))
    .thenNothing();
  given(identifier, ...taken, assigned(WORK))
    .when(giveBack(PUBLICATION))
    .thenNothing();
  given(identifier, ...taken, assigned(PUBLICATION))
    .when(withdraw(PUBLICATION))
    .then(withdrawn(PUBLICATION));
});

const undoing = suite('undoing the assignment of an identifier');

const named = (to: Item) => {
  const history = new History(UNDOABLES.identifier);
  const cause = history.do(assign(to));
  return { history, cause };
};
const types = (events: readonly IdentifierEvent[]): readonly string[] => events.map(({ type }) => type);

undoing('withdraws it from a publication, and returns it', () => {
  const { history } = named(PUBLICATION);
  assert.deepEqual(history.undo({ type: 'IdentifierAssigned' }).decided, [withdrawn(PUBLICATION)]);
  assert.deepEqual(history.undo({ type: 'IdentifierWithdrawn' }).decided, [assigned(PUBLICATION)]);
  assert.deepEqual(types(history.undo({ type: 'IdentifierAssigned' }).decided), ['IdentifierWithdrawn']);
});

undoing('is refused if it now refers to another item', () => {
  const { history } = named(PUBLICATION);
  history.undo({ type: 'IdentifierAssigned' });
  history.do(assign(WORK));
  const [undone] = history.undo({ type: 'IdentifierWithdrawn' }).undone;
  assert.equal(undone?.refusal?.code, 'changed_since');
  assert.deepEqual(undone?.conflicts, [{ path: '/names', before: PUBLICATION, after: undefined, now: WORK }]);
});

undoing('is refused if it refers to a work', () => {
  const { history } = named(WORK);
  const [undone] = history.undo({ type: 'IdentifierAssigned' }).undone;
  assert.equal(undone?.refusal?.code, 'no_inverse');
});

undoing('keeps it when everything that a job did is undone', () => {
  const { history, cause } = named(PUBLICATION);
  const { undone, decided } = history.undo({ cause }, { isOfCause: true });
  assert.deepEqual([undone[0]?.refusal?.code, decided], ['no_inverse', []]);
});
