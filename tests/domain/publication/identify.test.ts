/** Staff say which entry of the record a doubtfully linked person is. */
import assert from 'node:assert/strict';
import { openDoubts } from '../../../domain/publication/state.ts';
import { merge } from '../../../domain/record/overlay.ts';
import { orcidAddress } from '../../../domain/orcid.ts';
import { Refused } from '../../../domain/errors.ts';
import { UNDOABLES } from '../../../domain/undoables.ts';
import { suite } from '../../support/suite.ts';
import { History } from '../../support/undoing.ts';
import { CARBERRY, original, record } from './samples.ts';

const identifying = suite('an entry of the record that staff say is a linked person');

const ORCID = orcidAddress(CARBERRY);
const matching = { people: [{ orcid: CARBERRY, names: ['Josiah van Carberry'] }] };
const nemo = { family: 'Nemo', given: 'Captain' };
const brown = { family: 'Brown', given: 'Ann' };

const start = (fields: object, basis: 'orcid_list' | 'metadata' = 'orcid_list') => {
  const history = new History(UNDOABLES.publication);
  const links = [{ orcid: CARBERRY, basis }];
  history.do({ ...record, type: 'RecordFromProvider', original: { ...original, ...fields }, links });
  history.do({ type: 'MatchAuthors', ...matching });
  const now = () => {
    assert.ok(history.state.status !== 'absent');
    return history.state;
  };
  const identify = (role: string, entry: number | null) =>
    ({ type: 'IdentifyContributor', orcid: CARBERRY, role, entry, matching }) as const;
  return {
    history,
    identify,
    now,
    record: () => merge(now()),
    reasons: () => openDoubts(now()).map(({ reason }) => reason),
  };
};

identifying('gets their iD, which ends the doubt though its name is another; one undo takes all back', () => {
  const { history, identify, record: shown, reasons } = start({ author: [nemo, brown] });
  assert.deepEqual(reasons(), ['not_named']);
  const cause = history.do(identify('author', 1));
  assert.deepEqual(shown().author, [nemo, { ...brown, ORCID }]);
  assert.deepEqual(reasons(), []);
  history.undo({ cause });
  history.do({ type: 'MatchAuthors', ...matching });
  assert.deepEqual([shown().author, reasons()], [[nemo, brown], ['not_named']]);
});

identifying('takes their iD from the entries in doubt, and from no other list', () => {
  const other = { ...brown, ORCID };
  const own = { family: 'Carberry', given: 'Josiah', ORCID };
  const { history, identify, record: shown, reasons } = start({ author: [other, nemo, other], editor: [own] });
  assert.deepEqual(reasons(), ['named_twice']);
  history.do(identify('author', 1));
  assert.deepEqual([shown().author, shown().editor], [[brown, { ...nemo, ORCID }, brown], [own]]);
  assert.deepEqual(reasons(), []);
  const elsewhere = start({ author: [nemo], editor: [other] }, 'metadata');
  assert.deepEqual(elsewhere.reasons(), ['other_name']);
  elsewhere.history.do(elsewhere.identify('author', 0));
  assert.deepEqual([elsewhere.record().author, elsewhere.record().editor], [[{ ...nemo, ORCID }], [brown]]);
});

identifying('may be a new one, with their name', () => {
  const { history, identify, record: shown, reasons } = start({ author: [nemo] });
  history.do(identify('editor', null));
  assert.deepEqual(shown().editor, [{ given: 'Josiah', family: 'van Carberry', ORCID }]);
  assert.deepEqual([shown().author, reasons()], [[nemo], []]);
});

identifying('may be the entry that has their iD already', () => {
  const { history, identify, reasons } = start({ author: [{ ...brown, ORCID }] }, 'metadata');
  assert.deepEqual(reasons(), ['other_name']);
  history.do(identify('author', 0));
  assert.deepEqual([history.events.at(-1)?.type, reasons()], ['AttentionSettled', []]);
});

identifying("must exist, must not have another person's iD, and the person must be linked", () => {
  const ofAnother = { ...brown, ORCID: orcidAddress('0000-0001-5109-3700') };
  const { history, identify, now } = start({ author: [nemo, ofAnother] });
  const codeOf = (command: ReturnType<typeof identify>): string => {
    try {
      UNDOABLES.publication.decider.decide(command, now());
      return 'decided';
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      return error.code;
    }
  };
  assert.equal(codeOf(identify('author', 2)), 'entry_not_found');
  assert.equal(codeOf(identify('translator', 0)), 'entry_not_found');
  assert.equal(codeOf(identify('author', 1)), 'entry_of_another');
  history.do({ type: 'UnlinkAuthor', orcid: CARBERRY, basis: 'staff' });
  assert.equal(codeOf(identify('author', 0)), 'person_not_linked');
});

identifying('keeps them linked when their own list no longer has the work', () => {
  const { history, identify, now } = start({ author: [nemo, brown] });
  history.do(identify('author', 1));
  history.do({ type: 'WithdrawEvidence', orcid: CARBERRY, basis: 'orcid_list' });
  assert.deepEqual(now().links, { [CARBERRY]: 'metadata' });
});
