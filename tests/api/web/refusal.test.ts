/** Refusals in the page's own words, if it has some for the rule. */
import assert from 'node:assert/strict';
import { Failure } from '../../../api/web/client/failure.ts';
import { reworded, refusal } from '../../../api/web/client/refusal.ts';
import { failureText } from '../../../api/web/parts/states.tsx';
import { suite } from '../../support/suite.ts';

const refusals = suite('a refusal');

const WORDING = { member_exists: ({ accepted }: Failure['details']) => `already, as ${String(accepted)}` };
const body = { error: 'already a member', code: 'member_exists', details: { field: 'role', accepted: 'member' } };

refusals("is shown in the page's own words, beside its field too", () => {
  const shown = reworded(WORDING)(new Failure(409, body, { requestId: 'r1' }));
  assert.equal(failureText(shown), 'already, as member');
  assert.deepEqual([...shown.byField], [['role', 'already, as member']]);
  assert.deepEqual([shown.status, shown.code, shown.requestId], [409, 'member_exists', 'r1']);
});

refusals("without words on the page keeps the server's", () => {
  assert.equal(failureText(reworded(WORDING)(new Failure(409, { ...body, code: 'another' }))), 'already a member');
  assert.equal(failureText(reworded(WORDING)(new Failure(409, { error: 'no rule' }))), 'no rule');
});

refusals("for a missing permission is shown in the page's own words too", () => {
  assert.equal(failureText(reworded(WORDING)(new Failure(403, body))), 'already, as member');
});

refusals('of the page itself names its field', () => {
  const own = refusal('name', 'a name is needed');
  assert.deepEqual([...own.byField], [['name', 'a name is needed']]);
  assert.equal(failureText(own), 'a name is needed');
});
