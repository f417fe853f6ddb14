/** Undoing the changes of a publication. */
import assert from 'node:assert/strict';
import { driftOf } from '../../../domain/publication/drift.ts';
import type { PublicationEvent } from '../../../domain/publication/events.ts';
import { linkedOrcids } from '../../../domain/publication/state.ts';
import { isStep, UNDOABLES } from '../../../domain/undoables.ts';
import { suite } from '../../support/suite.ts';
import { History, type UndoOptions } from '../../support/undoing.ts';
import { added, CARBERRY, DOI, happened, record, source } from '../publication/samples.ts';

const undoing = suite('undoing a change of a publication');

const ADA = '0000-0001-5109-3700';

const start = () => {
  const history = new History(UNDOABLES.publication);
  history.given(added);
  return history;
};
type Started = ReturnType<typeof start>;

const editTitle = (history: Started, after: string) =>
  history.do({ type: 'EditPublication', changes: [{ path: '/title', after }] });

const types = (events: readonly PublicationEvent[]): readonly string[] => events.map(({ type }) => type);

/** The one event decided by an undo of the latest event of the type. */
const decided = (history: Started, type: PublicationEvent['type'], options?: UndoOptions): PublicationEvent => {
  const { decided: events, undone } = history.undo({ type }, options);
  assert.equal(events.length, 1, undone[0]?.refusal?.message ?? 'nothing to do');
  return events[0] as PublicationEvent;
};

const refusalOf = (history: Started, type: PublicationEvent['type'], options?: UndoOptions) => {
  const { decided: events, undone } = history.undo({ type }, options);
  assert.deepEqual(events, []);
  const refusal = undone[0]?.refusal;
  return refusal == null ? null : { kind: refusal.kind, code: refusal.code, details: refusal.details };
};

undoing("reverts a first edit to the provider's value", () => {
  const history = start();
  editTitle(history, 'On pots');
  assert.deepEqual(decided(history, 'PublicationEdited').data, {
    changes: [{ path: '/title', before: 'On pots', after: 'On cracked pots' }],
    reverted: ['title'],
  });
});

undoing('restores the previous edit', () => {
  const history = start();
  editTitle(history, 'On pots');
  editTitle(history, 'On jars');
  history.undo({ type: 'PublicationEdited' });
  assert.deepEqual(history.state.status !== 'absent' && history.state.overlay, { title: { value: 'On pots' } });
});

undoing("shows the provider's current value if it has changed since", () => {
  const history = start();
  editTitle(history, 'On pots');
  history.do({ ...record, type: 'RecordFromProvider', original: { ...record.original, title: 'On potsherds' } });
  history.undo({ type: 'PublicationEdited' });
  assert.deepEqual(history.state.status !== 'absent' && history.state.overlay, {});
});

undoing("overlays a refresh with an edit, and keeps the provider's record", () => {
  const history = start();
  history.do({ ...record, type: 'RecordFromProvider', original: { ...record.original, title: 'On potsherds' } });
  history.undo({ type: 'PublicationRefreshed' });
  const { state } = history;
  assert.ok(state.status !== 'absent');
  assert.deepEqual([state.original['title'], state.overlay], ['On potsherds', { title: { value: 'On cracked pots' } }]);
});

undoing('is refused with both values if the field was edited since', () => {
  const history = start();
  history.do({
    type: 'EditPublication',
    changes: [
      { path: '/title', after: 'On pots' },
      { path: '/volume', after: '2' },
    ],
  });
  const first = history.events.at(-1)?.id;
  editTitle(history, 'On jars');
  const whole = history.plan(({ id }) => id === first);
  assert.deepEqual(whole.decided, []);
  assert.deepEqual(whole.undone[0]?.refusal?.details, {
    conflicts: [{ path: '/title', restores: 'On cracked pots', stands: 'On jars' }],
  });
  const part = history.plan(({ id }) => id === first, { fields: ['/volume'] });
  assert.deepEqual(part.decided[0]?.data, {
    changes: [{ path: '/volume', before: '2', after: '1' }],
    reverted: ['volume'],
  });
});

undoing('restores dashboard-only fields', () => {
  const history = start();
  history.do({
    type: 'EditPublication',
    changes: [
      { path: '/q', after: 1 },
      { path: '/funding', after: true },
    ],
  });
  assert.deepEqual(decided(history, 'PublicationEdited').data, {
    changes: [
      { path: '/q', before: 1, after: null },
      { path: '/funding', before: true, after: null },
    ],
    reverted: [],
  });
});

undoing('reverses hiding, showing, deleting and restoring', () => {
  const history = start();
  history.given(happened('PublicationHidden'));
  assert.equal(decided(history, 'PublicationHidden').type, 'PublicationShown');
  assert.equal(decided(history, 'PublicationShown').type, 'PublicationHidden');
  history.given(happened('PublicationDeleted'));
  assert.equal(decided(history, 'PublicationDeleted').type, 'PublicationRestored');
  assert.equal(decided(history, 'PublicationRestored').type, 'PublicationDeleted');
});

undoing('deletes what was added', () => {
  assert.equal(decided(start(), 'PublicationAdded').type, 'PublicationDeleted');
});

undoing('is refused for an addition that people have worked on since', () => {
  const history = start();
  editTitle(history, 'On pots');
  const conflicts = [{ path: '/title', restores: null, stands: 'On pots' }];
  assert.deepEqual(refusalOf(history, 'PublicationAdded'), {
    kind: 'conflict',
    code: 'changed_since',
    details: { conflicts },
  });
  assert.equal(decided(history, 'PublicationAdded', { fields: ['/deleted'] }).type, 'PublicationDeleted');
});

undoing('is permitted for an addition that a provider has refreshed since', () => {
  const history = start();
  history.do({ ...record, type: 'RecordFromProvider', original: { ...record.original, title: 'On potsherds' } });
  assert.equal(decided(history, 'PublicationAdded').type, 'PublicationDeleted');
});

undoing('unlinks an author whom a machine linked, so that no machine links them again', () => {
  const history = start();
  history.do({ type: 'LinkAuthor', orcid: CARBERRY, basis: 'orcid_list' });
  const unlinked = { links: [{ basis: 'staff', orcids: [CARBERRY] }] };
  assert.deepEqual(decided(history, 'AuthorLinked'), { type: 'AuthorUnlinked', data: unlinked });
  assert.deepEqual(decided(history, 'AuthorUnlinked'), { type: 'AuthorLinked', data: unlinked });
});

undoing('decides nothing for evidence of a link that already existed', () => {
  const history = start();
  history.do({ type: 'LinkAuthor', orcid: CARBERRY, basis: 'metadata' });
  const cause = history.do({
    ...record,
    links: [{ orcid: CARBERRY, basis: 'orcid_list' }],
    type: 'RecordFromProvider',
  });
  const { undone, decided: events } = history.undo({ cause });
  assert.deepEqual(
    undone.map(({ refusal, parts }) => [refusal, parts]),
    [[null, []]],
  );
  assert.deepEqual(events, []);
});

undoing('keeps an author linked whom one cause both unlinked and linked', () => {
  const history = start();
  history.do({ type: 'LinkAuthor', orcid: CARBERRY, basis: 'orcid_list' });
  const cause = history.do({ type: 'UnlinkAuthor', orcid: CARBERRY, basis: 'orcid_list' });
  history.do({ type: 'LinkAuthor', orcid: CARBERRY, basis: 'orcid_list' }, { cause });
  const { undone } = history.undo({ cause });
  assert.deepEqual(
    undone.map(({ refusal }) => refusal),
    [null, null],
  );
  assert.deepEqual(history.state.status !== 'absent' && linkedOrcids(history.state), [CARBERRY]);
});

undoing('is refused where someone else has decided in between', () => {
  const history = start();
  history.do({ type: 'LinkAuthor', orcid: CARBERRY, basis: 'orcid_list' });
  const cause = history.do({ type: 'UnlinkAuthor', orcid: CARBERRY, basis: 'orcid_list' });
  history.do({ type: 'LinkAuthor', orcid: CARBERRY, basis: 'orcid_list' }, { cause });
  history.do({ type: 'UnlinkAuthor', orcid: CARBERRY, basis: 'staff' });
  const { undone, decided: events } = history.undo({ cause });
  assert.deepEqual(
    undone.map(({ refusal }) => refusal?.code ?? null),
    [null, 'changed_since'],
  );
  assert.deepEqual(events, []);
});

undoing('reopens a suggestion that staff had accepted or rejected', () => {
  for (const [type, event] of [
    ['LinkAuthor', 'AuthorLinked'],
    ['UnlinkAuthor', 'AuthorUnlinked'],
  ] as const) {
    const history = start();
    history.do({ type, orcid: CARBERRY, basis: 'staff' });
    assert.equal(decided(history, event).type, 'AuthorUnlinked');
    history.do({ type: 'LinkAuthor', orcid: CARBERRY, basis: 'orcid_list' });
    assert.equal(history.events.at(-1)?.type, 'AuthorLinked', 'a machine may decide again');
  }
});

undoing('restores a publication that was reset, with all work of staff', () => {
  const history = start();
  editTitle(history, 'On pots');
  history.do({ type: 'EditPublication', changes: [{ path: '/q', after: 1 }], visible: false });
  history.do({ type: 'LinkAuthor', orcid: CARBERRY, basis: 'staff' });
  const { state: before } = history;
  history.given(happened('PublicationReset'));
  const { cause, decided: events } = history.undo({ type: 'PublicationReset' });
  assert.deepEqual(types(events), ['PublicationAdded', 'AuthorLinked', 'PublicationEdited', 'PublicationHidden']);
  const { state: after } = history;
  assert.ok(before.status !== 'absent' && after.status !== 'absent');
  for (const field of ['original', 'overlay', 'custom', 'links', 'visible', 'source'] as const)
    assert.deepEqual(after[field], before[field], field);
  history.undo({ cause });
  assert.equal(history.state.status, 'deleted');
});

undoing('of a reset marks drift again where the provider has changed, and keeps edits equal to its new values', () => {
  const history = start();
  history.do({
    type: 'EditPublication',
    changes: [{ path: '/title', after: 'On pots' }, { path: '/volume' }, { path: '/author', after: [] }],
  });
  const original = { ...record.original, title: 'On potsherds', volume: undefined, author: [{ family: 'Carberry' }] };
  history.do({ ...record, type: 'RecordFromProvider', original, fetchedAt: 2_000 });
  const { state: before } = history;
  history.given(happened('PublicationReset'));
  history.undo({ type: 'PublicationReset' });
  const { state: after } = history;
  assert.ok(before.status !== 'absent' && after.status !== 'absent');
  for (const field of ['original', 'overlay', 'baselines', 'fetchedAt'] as const)
    assert.deepEqual(after[field], before[field], field);
  assert.deepEqual(
    driftOf(after).map(({ field }) => field),
    ['title', 'author'],
  );
});

/** Reset after people have worked on it, then recorded again by a provider. */
const recordedAgain = (changes: Partial<typeof record> = {}) => {
  const history = start();
  editTitle(history, 'On pots');
  history.do({ type: 'EditPublication', changes: [{ path: '/if_value', after: 3.5 }], visible: false });
  history.do({ type: 'SettleAuthors', linked: [CARBERRY], rejected: [ADA], open: [] });
  history.do({ type: 'DeletePublication' });
  history.do({ type: 'ResetPublication' });
  history.do({ ...record, fetchedAt: 2_000, ...changes, type: 'RecordFromProvider' });
  return history;
};

undoing('of a reset applies the work of staff to the record that a provider has created since', () => {
  const links = [CARBERRY, ADA].map((orcid) => ({ orcid, basis: 'orcid_list' }) as const);
  const history = recordedAgain({ links, original: { ...record.original, volume: '2' } });
  const { cause, decided: events } = history.undo({ type: 'PublicationReset' });
  const restored = ['AuthorLinked', 'AuthorUnlinked', 'PublicationEdited', 'PublicationHidden', 'PublicationDeleted'];
  assert.deepEqual(types(events), restored);
  const { state } = history;
  assert.ok(state.status !== 'absent');
  assert.deepEqual(
    [state.status, state.visible, state.overlay, state.custom.if_value, state.original['volume']],
    ['deleted', false, { title: { value: 'On pots' } }, 3.5, '2'],
  );
  assert.deepEqual([state.links, state.unlinked], [{ [CARBERRY]: 'staff' }, { [ADA]: 'staff' }]);
  assert.deepEqual(history.undo({ type: 'PublicationReset' }).decided, [], 'the second time');
  history.undo({ cause });
  const { state: again } = history;
  assert.ok(again.status !== 'absent');
  assert.deepEqual([again.status, again.visible, again.overlay, again.custom.if_value], ['active', true, {}, null]);
});

undoing('of a reset is refused where people have worked on the new record, and can omit that part', () => {
  const history = recordedAgain();
  editTitle(history, 'On jars');
  assert.deepEqual(refusalOf(history, 'PublicationReset'), {
    kind: 'conflict',
    code: 'changed_since',
    details: { conflicts: [{ path: '/title', restores: 'On pots', stands: 'On jars' }] },
  });
  assert.deepEqual(types(history.undo({ type: 'PublicationReset' }, { fields: ['/visible'] }).decided), [
    'PublicationHidden',
  ]);

  const deleted = start();
  deleted.do({ type: 'ResetPublication' });
  deleted.given(added, happened('PublicationDeleted'));
  assert.equal(refusalOf(deleted, 'PublicationReset')?.code, 'changed_since');
});

undoing('of a reset decides nothing if only the provider has changed since', () => {
  const history = start();
  history.do({ type: 'ResetPublication' });
  history.do({ ...record, type: 'RecordFromProvider', original: { ...record.original, title: 'On potsherds' } });
  assert.equal(refusalOf(history, 'PublicationReset'), null);
});

undoing('is refused for changes before a reset', () => {
  const history = start();
  editTitle(history, 'On pots');
  history.given(happened('PublicationReset'));
  history.given(added);
  assert.equal(refusalOf(history, 'PublicationEdited')?.code, 'reset_since');
});

undoing('does nothing the second time, and reports no conflict', () => {
  const history = start();
  editTitle(history, 'On pots');
  const event = history.events.at(-1)?.id;
  history.undo({ type: 'PublicationEdited' });
  const { decided: events, undone } = history.plan(({ id }) => id === event);
  assert.deepEqual([events, undone[0]?.refusal, undone[0]?.changes], [[], null, []]);
});

undoing('gives the reason if a change cannot be undone', () => {
  const history = start();
  history.given({ type: 'CitationCountChanged', data: { before: 4, after: 5, fetchedAt: 2_000 } });
  history.given({ type: 'AuthorsMatched', data: { suggested: [], strays: [CARBERRY] } });
  history.given({ type: 'PublicationEnriched', data: { before: null, after: {}, fetchedAt: 2_000 } });
  for (const type of ['CitationCountChanged', 'AuthorsMatched', 'PublicationEnriched'] as const)
    assert.equal(refusalOf(history, type)?.code, 'no_inverse', type);
});

undoing('dismisses a mistaken notice and restores it, but not together with its whole cause', () => {
  const notice = { by: '10.5555/notice', kind: 'retraction', provider: 'crossref' } as const;
  const history = start();
  const cause = history.do({ type: 'NoteRetraction', doi: DOI, notice });
  const { decided: events, undone } = history.undo({ cause }, { isOfCause: true });
  assert.deepEqual([events, undone[0]?.refusal?.code], [[], 'no_inverse']);
  assert.equal(isStep('RetractionNoticed'), false, 'the publication stays marked, which the undo reports');
  assert.equal(decided(history, 'RetractionNoticed').type, 'RetractionDismissed');
  assert.deepEqual(history.state.notices, []);
  assert.equal(decided(history, 'RetractionDismissed').type, 'RetractionNoticed');
  assert.deepEqual(history.state.notices, [notice]);
  const dismissal = history.undo({ type: 'RetractionNoticed' });
  assert.deepEqual(types(history.undo({ cause: dismissal.cause }, { isOfCause: true }).decided), ['RetractionNoticed']);
});

undoing('dismisses a notice that came with the record, or that a reset has kept', () => {
  const notice = { by: '10.5555/notice', kind: 'retraction', provider: 'crossref' } as const;
  const history = new History(UNDOABLES.publication);
  history.do({ type: 'RecordFromProvider', ...record, notices: [notice] });
  assert.deepEqual(history.state.notices, [notice]);
  history.do({ type: 'ResetPublication' });
  history.do({ type: 'RecordFromProvider', ...record, notices: [notice] });
  assert.equal(decided(history, 'RetractionNoticed').type, 'RetractionDismissed');
  history.do({ type: 'ResetPublication' });
  history.do({ type: 'RecordFromProvider', ...record, notices: [notice] });
  assert.deepEqual(history.state.notices, []);
  assert.equal(decided(history, 'RetractionDismissed').type, 'RetractionNoticed');
  assert.deepEqual(history.state.notices, [notice]);
});

undoing('of a whole import deletes the publication once, without also unlinking its authors', () => {
  const history = new History(UNDOABLES.publication);
  const cause = history.do({
    ...record,
    type: 'RecordFromProvider',
    source,
    links: [{ orcid: CARBERRY, basis: 'orcid_list' }],
  });
  const { decided: events, undone } = history.undo({ cause });
  assert.deepEqual(types(events), ['PublicationDeleted']);
  assert.deepEqual(
    undone.map(({ event, with: maker }) => [event.type, maker]),
    [
      ['AuthorLinked', 'event-0'],
      ['PublicationAdded', undefined],
    ],
  );
});

undoing('of being shown under another DOI separates it, and can itself be undone', () => {
  const history = start();
  history.do({ type: 'SupersedePublication', by: '10.5555/primary' });
  assert.deepEqual(decided(history, 'PublicationSuperseded'), {
    type: 'PublicationSeparated',
    data: { from: '10.5555/primary' },
  });
  assert.deepEqual(decided(history, 'PublicationSeparated'), {
    type: 'PublicationSuperseded',
    data: { by: '10.5555/primary' },
  });
});

undoing('of a reset brings back what is shown in its place, and what staff have separated it from', () => {
  const history = start();
  history.do({ type: 'SupersedePublication', by: '10.5555/other' });
  history.do({ type: 'SeparatePublication' });
  history.do({ type: 'SupersedePublication', by: '10.5555/primary' });
  history.do({ type: 'ResetPublication' });
  const { decided: events } = history.undo({ type: 'PublicationReset' });
  const { supersededBy, apartFrom } = history.state;
  assert.deepEqual([supersededBy, apartFrom], ['10.5555/primary', ['10.5555/other']], JSON.stringify(types(events)));
});
