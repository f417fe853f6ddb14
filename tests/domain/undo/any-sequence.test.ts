/** Whatever has happened, undoing an undo restores the state, and so does undoing everything that a cause has done. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { CslItem } from '../../../domain/csl.ts';
import type { DomainEvent } from '../../../domain/event.ts';
import type { Identifier, IdentifierCommand } from '../../../domain/identifier/identifier.ts';
import { ownOf } from '../../../domain/own.ts';
import { linkedOrcids, type Publication } from '../../../domain/publication/state.ts';
import type { PublicationCommand } from '../../../domain/publication/commands.ts';
import type { Person, PersonCommand } from '../../../domain/person/person.ts';
import type { Project, ProjectCommand } from '../../../domain/project/project.ts';
import { changesTo, merge } from '../../../domain/record/overlay.ts';
import { UNDOABLES } from '../../../domain/undoables.ts';
import type { Undoable } from '../../../domain/undo/inverse.ts';
import { suite } from '../../support/suite.ts';
import { History } from '../../support/undoing.ts';
import { DOI, source } from '../publication/samples.ts';

const undoing = suite('undoing');

const ORCIDS = ['0000-0002-1825-0097', '0000-0001-5109-3700', '0000-0002-1694-233X'] as const;
const orcid = fc.constantFrom(...ORCIDS);
const text = fc.constantFrom('Pots', 'Jars', 'Cups');

/** As parsed from JSON. */
const plain = <T>(value: T): T => (value === undefined ? value : (JSON.parse(JSON.stringify(value)) as T));

const custom = fc.record({ a: text, b: text }, { requiredKeys: ['a'] });
const author = fc.array(fc.record({ family: text }), { maxLength: 3 });
const subject = fc.subarray(['Pots', 'Jars'], { minLength: 1 });
const fieldsSaid = fc
  .record({ title: text, volume: text, author, custom, subject }, { requiredKeys: ['title'] })
  .map((fields): CslItem => plain({ type: 'book', ...fields }));
/** An omitted field is removed. */
const fieldsWanted = fieldsSaid.map(({ type: _type, ...rest }) => ({
  volume: undefined,
  author: undefined,
  custom: undefined,
  subject: undefined,
  ...rest,
}));

const listBasis = fc.constantFrom('openalex_list' as const, 'orcid_list' as const);
const machineBasis = fc.oneof(fc.constant('metadata' as const), listBasis);
const NOTICES = ['retraction', 'removal'].map((kind) => ({
  by: '10.5555/notice',
  kind,
  provider: 'crossref' as const,
}));

/** What OpenAlex says where the provider is silent. */
const enrichment = fc.record({ record: fc.record({ subject, language: text }, { requiredKeys: [] }) });

const publicationCommand: fc.Arbitrary<PublicationCommand> = fc.oneof(
  fc.record({
    type: fc.constant('RecordFromProvider' as const),
    doi: fc.constant(DOI),
    original: fieldsSaid,
    source: fc.constant(source),
    fetchedAt: fc.constant(1_000),
    links: fc.array(fc.record({ orcid, basis: machineBasis }), { maxLength: 2 }),
    notices: fc.subarray(NOTICES),
    enrichment: fc.option(enrichment),
  }),
  fc.record({
    type: fc.constant('NoteRetraction' as const),
    doi: fc.constant(DOI),
    notice: fc.constantFrom(...NOTICES),
  }),
  fc.record({ type: fc.constant('WithdrawEvidence' as const), orcid, basis: listBasis }),
  fieldsWanted.map((fields) => ({ type: 'EditPublication' as const, changes: changesTo(fields) })),
  fc.record({
    type: fc.constant('EditPublication' as const),
    changes: fc.constant([]),
    revert: fc.subarray(['title', 'volume', 'author', 'custom', 'subject']),
    custom: fc.record({ q: fc.option(fc.nat(4)) }),
    visible: fc.boolean(),
  }),
  fc.record({
    type: fc.constant('SettleAttention' as const),
    settled: orcid.map((each) => [{ orcid: each, reason: 'not_named' as const }]),
    open: fc.subarray([...ORCIDS], { maxLength: 1 }),
  }),
  fc.record({
    type: fc.constantFrom('LinkAuthor' as const, 'UnlinkAuthor' as const),
    orcid,
    basis: fc.oneof(fc.constant('staff' as const), machineBasis),
  }),
  fc.record({
    type: fc.constantFrom(
      'HidePublication' as const,
      'ShowPublication' as const,
      'DeletePublication' as const,
      'RestorePublication' as const,
      'ResetPublication' as const,
    ),
  }),
);

/** What people see of it; a deleted publication looks like one that never existed. */
const publicationSeen = (state: Publication): unknown => {
  if (state.status !== 'active') return null;
  const { original, overlay, visible, custom } = state;
  const notices = state.notices.map(({ kind }) => kind).sort();
  const linked = [...linkedOrcids(state)].sort();
  // Whether a link is right is only asked of those who are linked.
  const settled = linked.map((each) => ownOf(state.settled, each));
  return { record: merge({ original, overlay }), visible, custom, linked, settled, notices };
};

const moves = fc.constantFrom('publish' as const, 'unpublish' as const, 'archive' as const, 'unarchive' as const);

const workCommand: fc.Arbitrary<PublicationCommand> = fc.oneof(
  fieldsSaid.map((original) => ({
    type: 'RecordFromProvider' as const,
    doi: 'pmid.1',
    original: { ...original, URL: 'https://example.org/w' },
    source: { provider: 'orcid' as const, url: 'https://pub.orcid.org/v3.0/works' },
    fetchedAt: 1_000,
    links: [],
    isOfList: true,
  })),
  fc.tuple(fieldsWanted, text).map(([fields, page]) => ({
    type: 'EditPublication' as const,
    changes: changesTo({ ...fields, URL: `https://example.org/${page}` }),
  })),
  fc.record({
    type: fc.constantFrom(
      'HidePublication' as const,
      'ShowPublication' as const,
      'DeletePublication' as const,
      'RestorePublication' as const,
      'ResetPublication' as const,
    ),
  }),
);

const name = text.map((each) => ({ en: each }));
const personCommand: fc.Arbitrary<PersonCommand> = fc.oneof(
  fc.record({
    type: fc.constant('RegisterPerson' as const),
    orcid: fc.constant(ORCIDS[0]),
    name,
    biography: fc.option(name),
    saidBy: fc.constant('provider' as const),
  }),
  fc.record({
    type: fc.constant('ReviseProfile' as const),
    name,
    biography: fc.option(name),
    categoryIds: fc.subarray(['a', 'b']),
  }),
  fc.record({
    type: fc.constant('ReviseProfile' as const),
    photoUrl: fc.option(fc.constant('https://example.org/p.png')),
    peopleType: fc.option(text),
  }),
  fc.record(
    {
      type: fc.constant('ChangeAffiliation' as const),
      entityId: fc.constantFrom('org', 'lab'),
      status: fc.constantFrom('org' as const, 'external' as const),
      startsAt: fc.nat(9),
      endsAt: fc.nat(9),
      corrects: fc.boolean(),
      now: fc.nat(9),
    },
    { requiredKeys: ['type', 'entityId', 'status', 'now'] },
  ),
  fc.record({ type: fc.constantFrom('ArchivePerson' as const, 'UnarchivePerson' as const) }),
);

const personSeen = (state: Person): unknown => {
  if (state.status !== 'active') return null;
  const { name: called, biography, photoUrl, peopleType, categoryIds, affiliation } = state;
  const past = state.past.map((each) => JSON.stringify(each)).sort();
  return {
    ...{ called: called?.value, biography: biography?.value ?? null, photoUrl, peopleType, categoryIds },
    ...{ affiliation, past },
  };
};

const PROJECT = {
  programme: 'Glass',
  title: 'Glass',
  abstract: null,
  start_date: null,
  end_date: null,
  org_funding_amount: null,
  org_funding_currency: 'EUR',
  total_funding_amount: null,
  total_funding_currency: 'EUR',
  funding_entities: [],
  proponent_institution: null,
  project_logo: null,
  funding_partner_images: [],
  href: 'https://example.org/g',
  member_orcids: [],
  coordinator_orcids: [],
} as const;
const projectCommand: fc.Arbitrary<ProjectCommand> = fc.oneof(
  fc.constant({ type: 'CreateProject' as const, id: 'glass', fields: PROJECT }),
  fc.record({
    type: fc.constant('ReviseProject' as const),
    fields: fc.record({ title: text, abstract: fc.option(text) }),
  }),
  moves.map((move) => ({ type: 'MoveProject' as const, move })),
);

const projectSeen = (state: Project): unknown =>
  state.status === 'absent' || state.status === 'archived' ? null : state;

/** Of a publication: a work keeps its identifiers. */
const item = fc.record({ doi: fc.constantFrom('10.5555/a', '10.5555/b') });
const identifierCommand: fc.Arbitrary<IdentifierCommand> = fc.oneof(
  item.map((to) => ({ type: 'AssignIdentifier' as const, identifier: 'pmid.1', to, list: source.url, at: 1 })),
  item.map((from) => ({ type: 'WithdrawIdentifier' as const, from })),
  item.map((to) => ({ type: 'ReturnIdentifier' as const, to })),
);

const identifierSeen = ({ assigned }: Identifier): unknown => assigned?.to ?? null;

/** A single request or job: staff decide, or a provider is recorded; it never resets a record and creates it again. */
const isOneCause = (commands: readonly { readonly type: string }[]): boolean => {
  const recording = commands.filter(({ type }) => type.startsWith('Record')).length;
  const isEmptiedFirst = commands.slice(0, -1).some(({ type }) => type.startsWith('Reset'));
  return (recording === 0 || recording === commands.length) && !isEmptiedFirst;
};

type Case<State, Command extends { readonly type: string }, E extends DomainEvent> = {
  readonly what: string;
  readonly undoable: Undoable<State, Command, E>;
  readonly command: fc.Arbitrary<Command>;
  readonly seen: (state: State) => unknown;
};

const check = <State, Command extends { readonly type: string }, E extends DomainEvent>({
  what,
  undoable,
  command,
  seen,
}: Case<State, Command, E>): void => {
  /** One of the events of a history; an empty history is skipped. */
  const anyEvent = (commands: readonly Command[], which: number) => {
    const history = new History(undoable);
    for (const each of commands) history.do(each);
    const event = history.events[which % Math.max(1, history.events.length)];
    fc.pre(event !== undefined);
    return { history, event };
  };

  undoing(`an undo of any event of a ${what} restores it`, () =>
    fc.assert(
      fc.property(fc.array(command, { minLength: 1, maxLength: 12 }), fc.nat(), (commands, which) => {
        const { history, event } = anyEvent(commands, which);
        const before = plain(seen(history.state));
        const { decided, cause } = history.undo({ cause: event.metadata.correlationId });
        const again = history.undo({ cause });
        assert.deepEqual(plain(seen(history.state)), before, JSON.stringify(again.undone));
        if (decided.length === 0) assert.equal(again.decided.length, 0);
      }),
      { numRuns: 150 },
    ),
  );

  undoing(`everything that a cause has done to a ${what}, unchanged since, restores the state before it`, () =>
    fc.assert(
      fc.property(
        fc.array(command, { maxLength: 8 }),
        fc.array(command, { minLength: 1, maxLength: 4 }).filter(isOneCause),
        (earlier, commands) => {
          const history = new History(undoable);
          for (const each of earlier) history.do(each);
          const before = plain(seen(history.state));
          for (const each of commands) history.do(each, { cause: 'the cause' });
          const { undone } = history.undo({ cause: 'the cause' });
          assert.deepEqual(plain(seen(history.state)), before, JSON.stringify(undone));
        },
      ),
      { numRuns: 150 },
    ),
  );

  undoing(`the same events of a ${what} twice decides nothing the second time`, () =>
    fc.assert(
      fc.property(fc.array(command, { minLength: 1, maxLength: 12 }), fc.nat(), (commands, which) => {
        const { history, event } = anyEvent(commands, which);
        const first = history.plan(({ id }) => id === event.id);
        history.given(...first.decided);
        const second = history.plan(({ id }) => id === event.id);
        assert.deepEqual(second.decided, []);
        if (first.decided.length > 0) assert.equal(second.undone[0]?.refusal, null);
      }),
      { numRuns: 150 },
    ),
  );
};

check({ what: 'publication', undoable: UNDOABLES.publication, command: publicationCommand, seen: publicationSeen });
check({ what: 'work', undoable: UNDOABLES.work, command: workCommand, seen: publicationSeen });
check({ what: 'identifier', undoable: UNDOABLES.identifier, command: identifierCommand, seen: identifierSeen });
check({ what: 'person', undoable: UNDOABLES.person, command: personCommand, seen: personSeen });
check({ what: 'project', undoable: UNDOABLES.project, command: projectCommand, seen: projectSeen });

undoing('the reset of a publication that was recorded again restores the work of staff', () =>
  fc.assert(
    fc.property(fc.array(publicationCommand, { maxLength: 12 }), (commands) => {
      const history = new History(UNDOABLES.publication);
      for (const each of commands) history.do(each);
      const { state: was } = history;
      fc.pre(was.status !== 'absent');
      history.do({ type: 'ResetPublication' });
      const { original, links, unlinked } = was;
      history.do({ type: 'RecordFromProvider', doi: DOI, original, source, fetchedAt: 2_000, links: [] });
      const { undone } = history.undo({ type: 'PublicationReset' });
      const { state: is } = history;
      assert.ok(is.status !== 'absent');
      assert.equal(is.status, was.status);
      assert.deepEqual(
        publicationSeen({ ...is, status: 'active', links }),
        publicationSeen({ ...was, status: 'active' }),
      );
      for (const orcid of ORCIDS)
        for (const [now, before] of [
          [is.links, links],
          [is.unlinked, unlinked],
        ] as const)
          assert.equal(now[orcid] === 'staff', before[orcid] === 'staff', JSON.stringify(undone));
    }),
    { numRuns: 150 },
  ),
);
