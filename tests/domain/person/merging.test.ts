/** A person without an ORCID iD gets one, or turns out to be somebody else. */
import assert from 'node:assert/strict';
import { fold } from '../../../domain/decider.ts';
import type { PersonEvent } from '../../../domain/person/events.ts';
import { personIdFrom } from '../../../domain/person/id.ts';
import { person, type Person } from '../../../domain/person/person.ts';
import type { Known } from '../../../domain/must-exist.ts';
import { undoablePerson } from '../../../domain/person/undo.ts';
import { given } from '../../support/given.ts';
import { suite } from '../../support/suite.ts';
import { History } from '../../support/undoing.ts';

const ORCID = '0000-0002-1825-0097';
const OURS = personIdFrom('00000000-0000-4000-8000-000000000001');
const NOW = 9_000;

const registered = (orcid: string): PersonEvent => ({ type: 'PersonRegistered', data: { orcid } });
const named = (name: string, saidBy: 'provider' | 'staff' = 'staff', slug = 'ada-oz-0001'): PersonEvent => ({
  type: 'PersonNamed',
  data: { name, slug, saidBy },
});
const started = (entityId: string, startsAt: number): PersonEvent => ({
  type: 'AffiliationStarted',
  data: { entityId, status: 'org', startsAt },
});
const ended = (entityId: string, startsAt: number, endsAt: number): PersonEvent => ({
  type: 'AffiliationEnded',
  data: { entityId, status: 'org', startsAt, endsAt },
});
const merged: PersonEvent = { type: 'PersonMerged', data: { into: ORCID } };
const absorbed = (names: readonly string[], past: readonly object[] = []): PersonEvent =>
  ({ type: 'PersonAbsorbed', data: { from: OURS, names, past } }) as PersonEvent;

const ada: readonly PersonEvent[] = [
  registered(OURS),
  named('Ada Öz'),
  { type: 'PersonDescribed', data: { biography: 'Of jars', saidBy: 'staff' } },
  { type: 'PersonPhotographed', data: { photoUrl: 'https://example.org/ada.jpg' } },
  { type: 'PersonClassified', data: { peopleType: 'emerita', categoryIds: ['glass'] } },
  started('attic', 1_000),
  ended('attic', 1_000, 2_000),
  started('cellar', 2_000),
];
const stateOf = (events: readonly PersonEvent[]) => fold<Person, PersonEvent>(person, events) as Known<Person>;
const takeOver = { type: 'TakeOverPerson', other: stateOf(ada), now: NOW } as const;

const registering = suite('registering a person without an ORCID iD');

registering('needs a name', () => {
  const register = { type: 'RegisterPerson', orcid: OURS, saidBy: 'staff' } as const;
  given(person)
    .when({ ...register, name: 'Ada Öz' })
    .then(registered(OURS), named('Ada Öz', 'staff', `ada-oz-${OURS.slice(-4)}`));
  given(person)
    .when({ ...register, name: null })
    .thenRefused('invalid', 'name_required');
});

const merging = suite('merging a person');

merging('is refused for someone with an ORCID iD, themselves, and someone merged into another', () => {
  given(person, ...ada)
    .when({ type: 'MergePerson', into: ORCID })
    .then(merged);
  given(person, registered(ORCID)).when({ type: 'MergePerson', into: OURS }).thenRefused('conflict', 'has_orcid');
  given(person, ...ada)
    .when({ type: 'MergePerson', into: OURS })
    .thenRefused('invalid', 'same_person');
  given(person, ...ada, merged)
    .when({ type: 'MergePerson', into: ORCID })
    .thenNothing();
  given(person, ...ada, merged)
    .when({ type: 'MergePerson', into: '0000-0001-5109-3700' })
    .thenRefused('conflict', 'person_merged');
});

merging('ends all other changes', () => {
  const changes = [
    { type: 'ReviseProfile', name: 'Eve' },
    { type: 'ChangeAffiliation', entityId: 'attic', status: 'org', now: NOW },
    { type: 'ArchivePerson' },
    takeOver,
  ] as const;
  for (const change of changes)
    given(person, ...ada, merged)
      .when(change)
      .thenRefused('conflict', 'person_merged');
});

merging('gives a new person everything', () =>
  given(person, registered(ORCID))
    .when(takeOver)
    .then(
      named('Ada Öz', 'staff', 'ada-oz-0097'),
      ...ada.slice(2, 4),
      { type: 'PersonClassified', data: { peopleType: 'emerita', categoryIds: ['glass'] } },
      started('cellar', 2_000),
      absorbed([], [{ entityId: 'attic', status: 'org', startsAt: 1_000, endsAt: 2_000 }]),
    ),
);

merging('gives a known one only what they lack, and keeps both names and affiliations', () => {
  const known: readonly PersonEvent[] = [
    registered(ORCID),
    named('A. Öz', 'provider'),
    { type: 'PersonDescribed', data: { biography: 'Of pots', saidBy: 'provider' } },
    { type: 'PersonPhotographed', data: { photoUrl: 'https://example.org/other.jpg' } },
    { type: 'PersonClassified', data: { peopleType: 'guest', categoryIds: ['clay'] } },
    started('attic', 5_000),
  ];
  const past = [
    { entityId: 'attic', status: 'org', startsAt: 1_000, endsAt: 2_000 },
    { entityId: 'cellar', status: 'org', startsAt: 2_000, endsAt: NOW },
  ];
  const before = { peopleType: 'guest', categoryIds: ['clay'] };
  const taken: readonly PersonEvent[] = [
    { type: 'PersonClassified', data: { peopleType: 'guest', categoryIds: ['clay', 'glass'], before } },
    absorbed(['Ada Öz'], past),
  ];
  given(person, ...known)
    .when(takeOver)
    .then(...taken);
  given(person, ...known, ...taken)
    .when(takeOver)
    .thenNothing();
});

merging('brings back someone who is archived', () =>
  given(person, ...ada.map((event) => (event.type === 'PersonRegistered' ? registered(ORCID) : event)), {
    type: 'PersonArchived',
    data: {},
  })
    .when(takeOver)
    .then(
      { type: 'PersonUnarchived', data: {} },
      absorbed([], [{ entityId: 'attic', status: 'org', startsAt: 1_000, endsAt: 2_000 }]),
    ),
);

merging('can be undone on both sides, and the undo undone', () => {
  const other = new History(undoablePerson);
  other.do({ type: 'RegisterPerson', orcid: OURS, name: 'Ada Öz', saidBy: 'staff' });
  const before = other.state;
  const cause = other.do({ type: 'MergePerson', into: ORCID });
  const there = other.state;
  const { cause: undo } = other.undo({ cause }, { isOfCause: true });
  assert.deepEqual(other.state, before);
  other.undo({ cause: undo }, { isOfCause: true });
  assert.deepEqual(other.state, there);

  const one = new History(undoablePerson);
  one.do({ type: 'RegisterPerson', orcid: ORCID, name: 'A. Öz', saidBy: 'provider' });
  const had = one.state;
  const taking = one.do(takeOver);
  assert.ok(taking !== '');
  one.undo({ cause: taking }, { isOfCause: true });
  const { absorbed: none, past, ...rest } = one.state as Known<Person>;
  assert.deepEqual([none, past], [[], []]);
  assert.deepEqual(rest, { ...rest, name: (had as Known<Person>).name, affiliation: null });
});

merging('is undone as a whole, not event by event', () => {
  const other = new History(undoablePerson);
  other.do({ type: 'RegisterPerson', orcid: OURS, name: 'Ada Öz', saidBy: 'staff' });
  other.do({ type: 'MergePerson', into: ORCID });
  const merging = other.state;
  const [undone] = other.undo({ type: 'PersonMerged' }).undone;
  assert.equal(undone?.refusal?.code, 'no_inverse');
  assert.deepEqual(other.state, merging);
});
