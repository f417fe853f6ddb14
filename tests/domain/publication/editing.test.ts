/** Commands of staff on a publication. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { fold } from '../../../domain/decider.ts';
import { changesTo, merge } from '../../../domain/record/overlay.ts';
import { publication } from '../../../domain/publication/publication.ts';
import type { PublicationCommand } from '../../../domain/publication/commands.ts';
import type { PublicationEvent } from '../../../domain/publication/events.ts';
import { given } from '../../support/given.ts';
import { suite } from '../../support/suite.ts';
import { added, CARBERRY, DOI, happened, original, record, source } from './samples.ts';

const editing = suite('editing a publication');
const title = (after: string): PublicationCommand => ({
  type: 'EditPublication',
  changes: [{ path: '/title', after }],
});
const edited: PublicationEvent = {
  type: 'PublicationEdited',
  data: {
    changes: [{ path: '/title', before: 'On cracked pots', after: 'On whole pots' }],
    reverted: [],
  },
};

editing("overlays the provider's value", () => given(publication, added).when(title('On whole pots')).then(edited));
editing('changes nothing when the record already has the value', () =>
  given(publication, added, edited).when(title('On whole pots')).thenNothing(),
);

editing("removes the overlay when set to the provider's value", () =>
  given(publication, added, edited)
    .when(title('On cracked pots'))
    .then({
      type: 'PublicationEdited',
      data: {
        changes: [{ path: '/title', before: 'On whole pots', after: 'On cracked pots' }],
        reverted: ['title'],
      },
    }),
);

editing('keeps a removed field as a tombstone', () =>
  given(publication, added)
    .when({ type: 'EditPublication', changes: [{ path: '/volume' }] })
    .then({
      type: 'PublicationEdited',
      data: { changes: [{ path: '/volume', before: '1' }], reverted: [] },
    }),
);

const refreshed: PublicationEvent = {
  type: 'PublicationRefreshed',
  data: {
    changes: [{ path: '/title', before: 'On cracked pots', after: 'On some pots' }],
    source,
    fetchedAt: 2_000,
  },
};
const keptAgain: PublicationCommand = {
  type: 'EditPublication',
  changes: [{ path: '/title', after: 'On whole pots' }],
  revert: ['title'],
};

editing('is kept against a changed provider value: reverted and made again, it ends the drift', () => {
  const state = fold(publication, [added, edited, refreshed]);
  assert.ok(state.status !== 'absent' && state.baselines['title']?.driftedAt === 2_000);
  const [kept, ...others] = publication.decide(keptAgain, state);
  assert.deepEqual(kept, {
    type: 'PublicationEdited',
    data: {
      changes: [{ path: '/title', before: 'On whole pots', after: 'On whole pots' }],
      reverted: [],
    },
  });
  assert.equal(others.length, 0);
  const after = fold(publication, [added, edited, refreshed, kept as PublicationEvent]);
  assert.ok(after.status !== 'absent');
  assert.deepEqual(after.baselines['title'], { provider: 'On some pots', driftedAt: null });
  assert.equal(merge(after).title, 'On whole pots');
});

editing("reverted and made again changes nothing while the provider's value is unchanged", () =>
  given(publication, added, edited).when(keptAgain).thenNothing(),
);

editing('keeps an edit that is saved again after the provider has adopted its value', () =>
  given(publication, added, edited, {
    ...refreshed,
    data: { ...refreshed.data, changes: [{ path: '/title', before: 'On cracked pots', after: 'On whole pots' }] },
  })
    .when(title('On whole pots'))
    .thenNothing(),
);

editing('is refused for a publication that does not exist', () =>
  given(publication).when(title('x')).thenRefused('not_found', 'publication_not_found'),
);

editing('applies the last of two values for one field', () =>
  given(publication, added)
    .when({
      type: 'EditPublication',
      changes: [
        { path: '/title', after: 'On broken pots' },
        { path: '/title', after: 'On whole pots' },
      ],
    })
    .then(edited),
);
editing('changes nothing when it reverts an edit and makes it again', () =>
  given(publication, added, edited)
    .when({ type: 'EditPublication', changes: [{ path: '/title', after: 'On whole pots' }], revert: ['title'] })
    .thenNothing(),
);
editing('is one event when it hides as well', () =>
  given(publication, added)
    .when({ type: 'EditPublication', changes: [{ path: '/title', after: 'On whole pots' }], visible: false })
    .then(edited, happened('PublicationHidden')),
);
editing('is one event even if it only shows', () =>
  given(publication, added, happened('PublicationHidden'))
    .when({ type: 'EditPublication', changes: [], visible: true })
    .then({ type: 'PublicationShown', data: { isEdit: true } }),
);
editing('dismisses a retraction, and takes that back', () => {
  const notice = { by: '10.5555/pots.1-r', kind: 'retraction', provider: 'crossref' } as const;
  const [noticed, dismissed] = (['RetractionNoticed', 'RetractionDismissed'] as const).map(
    (type) => ({ type, data: { doi: DOI, notice } }) as const,
  );
  assert.ok(noticed && dismissed);
  const retracted = (is: boolean) => ({ type: 'EditPublication', changes: [], retracted: is }) as const;
  given(publication, added, noticed)
    .when(retracted(false))
    .then({ type: 'RetractionDismissed', data: { doi: DOI, notice, isEdit: true } });
  given(publication, added, noticed, dismissed)
    .when(retracted(true))
    .then({ type: 'RetractionNoticed', data: { doi: DOI, notice, isEdit: true } });
  given(publication, added, noticed).when(retracted(true)).thenNothing();
  // OpenAlex no longer makes the mark that was dismissed.
  const mark = { by: 'https://openalex.org/W1', kind: 'retraction', provider: 'openalex' } as const;
  given(publication, added, { type: 'RetractionDismissed', data: { doi: DOI, notice: mark } })
    .when(retracted(true))
    .thenRefused('invalid', 'not_retracted');
  given(publication, added).when(retracted(true)).thenRefused('invalid', 'not_retracted');
});
editing('sets dashboard-only fields', () =>
  given(publication, added)
    .when({
      type: 'EditPublication',
      changes: [
        { path: '/funding', after: true },
        { path: '/q', after: null },
      ],
    })
    .then({
      type: 'PublicationEdited',
      data: { changes: [{ path: '/funding', before: null, after: true }], reverted: [] },
    }),
);
editing('cannot reach any prototype', () =>
  given(publication, added)
    .when({ type: 'EditPublication', changes: [{ path: '/constructor' }], revert: ['__proto__', 'toString'] })
    .thenNothing(),
);
for (const change of [
  { path: '/DOI', after: '10.5555/other' },
  { path: '/id', after: 'other' },
  { path: '/type' },
  { path: '/custom', after: 'x' },
  { path: '/URL', after: 'javascript:alert(1)' },
  { path: '/URL', after: ' https://example.org' },
])
  editing(`cannot make ${change.path} ${JSON.stringify(change.after ?? null)}`, () =>
    given(publication, added)
      .when({ type: 'EditPublication', changes: [change] })
      .thenRefused('invalid', 'field_not_editable'),
  );

const moving = suite('moving a publication');
moving('hides it once', () =>
  given(publication, added, happened('PublicationHidden')).when({ type: 'HidePublication' }).thenNothing(),
);
moving('shows it again', () =>
  given(publication, added, happened('PublicationHidden'))
    .when({ type: 'ShowPublication' })
    .then(happened('PublicationShown')),
);
moving('does nothing when it is deleted again', () =>
  given(publication, added, happened('PublicationDeleted')).when({ type: 'DeletePublication' }).thenNothing(),
);
moving('restores a deleted one', () =>
  given(publication, added, happened('PublicationDeleted'))
    .when({ type: 'RestorePublication' })
    .then(happened('PublicationRestored')),
);

const linking = suite('linking an author by hand');
linking('turns a machine’s link into one by staff', () =>
  given(publication, added, { type: 'AuthorLinked', data: { links: [{ basis: 'metadata', orcids: [CARBERRY] }] } })
    .when({ type: 'LinkAuthor', orcid: CARBERRY, basis: 'staff' })
    .then({ type: 'AuthorLinked', data: { links: [{ basis: 'staff', orcids: [CARBERRY] }], wereLinked: true } }),
);
linking('is not undone by a machine', () =>
  given(publication, added, { type: 'AuthorLinked', data: { links: [{ basis: 'staff', orcids: [CARBERRY] }] } })
    .when({ type: 'UnlinkAuthor', orcid: CARBERRY, basis: 'metadata' })
    .thenNothing(),
);

linking('records the rejection of a person who was never linked', () =>
  given(publication, added)
    .when({ type: 'UnlinkAuthor', orcid: CARBERRY, basis: 'staff' })
    .then({ type: 'AuthorUnlinked', data: { links: [{ basis: 'staff', orcids: [CARBERRY] }], wereOpen: true } }),
);
linking('lets staff change their mind', () =>
  given(publication, added, { type: 'AuthorUnlinked', data: { links: [{ basis: 'staff', orcids: [CARBERRY] }] } })
    .when({ type: 'LinkAuthor', orcid: CARBERRY, basis: 'staff' })
    .then({ type: 'AuthorLinked', data: { links: [{ basis: 'staff', orcids: [CARBERRY] }] } }),
);

const suggested: PublicationEvent = {
  type: 'AuthorsMatched',
  data: { suggested: [{ orcid: CARBERRY, author: 0 }], strays: [] },
};
const linkedBy = (basis: 'staff' | 'orcid_list', type: 'AuthorLinked' | 'AuthorUnlinked'): PublicationEvent => ({
  type,
  data: { links: [{ basis, orcids: [CARBERRY] }] },
});
const accepting = { type: 'LinkAuthor', orcid: CARBERRY, basis: 'staff', ofSuggestion: true } as const;
const rejecting = { ...accepting, type: 'UnlinkAuthor' } as const;

linking('accepts suggestions, and nothing that is already accepted', () => {
  given(publication, added, suggested).when(accepting).then(linkedBy('staff', 'AuthorLinked'));
  given(publication, added, suggested, linkedBy('staff', 'AuthorLinked')).when(accepting).thenNothing();
});
linking('rejects suggestions, and nothing that is already rejected', () => {
  const rejected = { type: 'AuthorUnlinked', data: { ...linkedBy('staff', 'AuthorUnlinked').data, wereOpen: true } };
  given(publication, added, suggested)
    .when(rejecting)
    .then(rejected as PublicationEvent);
  given(publication, added, suggested, rejected as PublicationEvent)
    .when(rejecting)
    .thenNothing();
});
linking('neither accepts nor rejects a person who is not suggested', () => {
  given(publication, added).when(accepting).thenRefused('not_found', 'suggestion_not_found');
  given(publication, added).when(rejecting).thenRefused('not_found', 'suggestion_not_found');
  given(publication, added, linkedBy('orcid_list', 'AuthorLinked'))
    .when(rejecting)
    .thenRefused('not_found', 'suggestion_not_found');
  given(publication, added, linkedBy('staff', 'AuthorUnlinked'))
    .when(accepting)
    .thenRefused('not_found', 'suggestion_not_found');
});
linking('is refused for unregistered people, as is unlinking unless the publication contains the iD', () => {
  const decided = { orcid: CARBERRY, basis: 'staff', isRegistered: false } as const;
  for (const type of ['LinkAuthor', 'UnlinkAuthor'] as const)
    given(publication, added)
      .when({ type, ...decided })
      .thenRefused('not_found', 'person_not_registered');
  given(publication, added, linkedBy('orcid_list', 'AuthorLinked'))
    .when({ type: 'UnlinkAuthor', ...decided })
    .then(linkedBy('staff', 'AuthorUnlinked'));
});

const overlay = suite('the overlay');
const FIELDS = ['title', 'volume', 'issue', 'page'] as const;
const step = fc.oneof(
  fc.record({
    kind: fc.constant('edit' as const),
    field: fc.constantFrom(...FIELDS),
    value: fc.option(fc.constantFrom('a', 'b', 'c'), { nil: undefined }),
  }),
  fc.record({
    kind: fc.constant('refresh' as const),
    field: fc.constantFrom(...FIELDS),
    value: fc.option(fc.constantFrom('a', 'b', 'c'), { nil: undefined }),
  }),
  fc.record({ kind: fc.constant('revert' as const), field: fc.constantFrom(...FIELDS), value: fc.constant(undefined) }),
);

overlay(
  'keeps every edited field through any interleaving with refreshes, and reverts to what the provider says now',
  () =>
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
        const provider = new Map<string, unknown>(Object.entries(original));
        const people = new Map<string, unknown>();
        let events: PublicationEvent[] = [added];
        const send = (command: PublicationCommand): void => {
          events = [
            ...events,
            ...publication.decide(command, fold<never, PublicationEvent>(publication as never, events)),
          ];
        };
        steps.forEach(({ kind, field, value }, index) => {
          if (kind === 'refresh') {
            if (value === undefined) provider.delete(field);
            else provider.set(field, value);
            send({
              type: 'RecordFromProvider',
              ...record,
              fetchedAt: 2_000 + index,
              original: Object.fromEntries(provider) as typeof original,
            });
          } else if (kind === 'edit') {
            const shown = people.has(field) ? people.get(field) : provider.get(field);
            if (shown !== value) {
              if (provider.get(field) === value) people.delete(field);
              else people.set(field, value);
            }
            send({ type: 'EditPublication', changes: changesTo({ [field]: value }) });
          } else {
            people.delete(field);
            send({ type: 'EditPublication', changes: [], revert: [field] });
          }
        });
        const state = fold<ReturnType<typeof publication.evolve>, PublicationEvent>(publication, events);
        assert.ok(state.status !== 'absent');
        const expected = new Map(provider);
        for (const [field, value] of people)
          if (value === undefined) expected.delete(field);
          else expected.set(field, value);
        assert.deepEqual(merge(state), Object.fromEntries(expected));
      }),
      { numRuns: 500 },
    ),
);
