/** Undoing a cause that did a great deal to one aggregate, or repeated the same change. */
import assert from 'node:assert/strict';
import type { Recorded } from '../../../domain/event.ts';
import type { PublicationCommand } from '../../../domain/publication/commands.ts';
import type { PublicationEvent } from '../../../domain/publication/events.ts';
import type { Publication } from '../../../domain/publication/state.ts';
import { UNDOABLES } from '../../../domain/undoables.ts';
import { openUndo, type Plan } from '../../../domain/undo/plan.ts';
import { suite } from '../../support/suite.ts';
import { History } from '../../support/undoing.ts';
import { added, record } from '../publication/samples.ts';

const undoing = suite('undoing a large cause');

const CAUSE = 'cause';

/** The plan, and how many events were folded for it. */
const counted = (
  events: readonly Recorded<PublicationEvent>[],
): Plan<PublicationEvent> & { readonly steps: number } => {
  let steps = 0;
  const { decider } = UNDOABLES.publication;
  const evolve: typeof decider.evolve = (state, event) => {
    steps += 1;
    return decider.evolve(state, event);
  };
  const undoable = { ...UNDOABLES.publication, decider: { ...decider, evolve } };
  const undo = openUndo(undoable, (command) => command, {
    isChosen: ({ metadata }) => metadata.correlationId === CAUSE,
    by: { role: 'superadmin', at: 5_000 },
  });
  for (const event of events) undo.add(event);
  return { ...undo.plan(), steps };
};

type Step = (history: History<Publication, PublicationCommand, PublicationEvent>, n: number) => void;

const events = (times: number, step: Step): readonly Recorded<PublicationEvent>[] => {
  const history = new History(UNDOABLES.publication);
  history.given(added);
  for (let n = 0; n < times; n += 1) step(history, n);
  return history.events;
};

const editing: Step = (history, n) =>
  history.do({ type: 'EditPublication', changes: [{ path: '/title', after: `On ${n} pots` }] }, { cause: CAUSE });

const resettingAndAdding: Step = (history) => {
  history.do({ type: 'ResetPublication' }, { cause: CAUSE });
  history.do({ ...record, type: 'RecordFromProvider' }, { cause: CAUSE });
  history.do({ type: 'HidePublication' }, { cause: CAUSE });
};

for (const [name, step] of [
  ['edits', editing],
  ['resets and additions', resettingAndAdding],
] as const)
  undoing(`of ${name} takes steps in proportion to its events`, () => {
    const [few, many] = [counted(events(100, step)), counted(events(200, step))];
    assert.equal(many.undone.length, few.undone.length * 2);
    assert.ok(many.steps <= few.steps * 2, `${few.steps} steps, and ${many.steps} of twice as many events`);
  });

undoing('that created the record repeatedly removes it, and names the creating event of each', () => {
  const { undone, decided } = counted(events(2, resettingAndAdding));
  assert.deepEqual(
    undone.map(({ event, with: maker, refusal }) => [event.revision, event.type, maker, refusal?.code]),
    [
      [6, 'PublicationHidden', 'event-5', undefined],
      [5, 'PublicationAdded', undefined, undefined],
      [4, 'PublicationReset', 'event-2', 'reset_since'],
      [3, 'PublicationHidden', 'event-2', 'reset_since'],
      [2, 'PublicationAdded', undefined, 'reset_since'],
      [1, 'PublicationReset', undefined, 'reset_since'],
    ],
  );
  assert.deepEqual(
    decided.map(({ type }) => type),
    ['PublicationDeleted'],
  );
});

/** As many authors as a record has room for. */
const authors = (n: number) => Array.from({ length: 3_000 }, (_, at) => ({ family: `Family ${at} of ${n}` }));

const rewriting: Step = (history, n) =>
  history.do({ type: 'EditPublication', changes: [{ path: '/author', after: authors(n) }] }, { cause: CAUSE });

undoing('that is larger than what one undo holds is refused, but its events are undone one by one', () => {
  const written = events(24, rewriting);
  assert.throws(() => counted(written), { code: 'too_much_at_once' });
  const undo = openUndo(UNDOABLES.publication, (command) => command, {
    isChosen: ({ id }) => id === written.at(-1)?.id,
    by: { role: 'member', at: 5_000 },
  });
  for (const event of written) undo.add(event);
  const { undone } = undo.plan();
  assert.deepEqual(
    undone.map(({ changes, refusal }) => [changes.length, refusal]),
    [[1, null]],
  );
});
