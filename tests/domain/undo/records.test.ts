/** Undoing the changes of works, people, projects, entities, categories, workspaces, members, keys and installations. */
import assert from 'node:assert/strict';
import type { DomainEvent } from '../../../domain/event.ts';
import type { MemberEvent, Role } from '../../../domain/member/events.ts';
import type { MemberCommand } from '../../../domain/member/member.ts';
import { merge } from '../../../domain/record/overlay.ts';
import { INVERSES, UNDOABLES } from '../../../domain/undoables.ts';
import type { Undoable } from '../../../domain/undo/inverse.ts';
import { mustNameParts } from '../../../domain/undo/selected.ts';
import type { PublicationCommand } from '../../../domain/publication/commands.ts';
import { NO_DASHBOARD_FIELDS, type Publication } from '../../../domain/publication/state.ts';
import { describe } from '../../../projections/timeline/describe/index.ts';
import { PROJECT_FIELDS } from '../../support/examples/administration.ts';
import { suite } from '../../support/suite.ts';
import { History, type UndoOptions } from '../../support/undoing.ts';

const undoing = suite('undoing');

const ORCID = '0000-0002-1825-0097';
const source = { provider: 'orcid', url: 'https://pub.orcid.org/v3.0/works' } as const;

const started = <State, Command extends { readonly type: string }, E extends DomainEvent>(
  undoable: Undoable<State, Command, E>,
  ...commands: readonly Command[]
) => {
  const history = new History(undoable);
  for (const command of commands) history.do(command);
  return history;
};

/** The event types decided by an undo of the latest event of a type. */
const undone = <State, Command extends { readonly type: string }, E extends DomainEvent>(
  history: History<State, Command, E>,
  type: E['type'],
  options?: UndoOptions,
): readonly string[] => history.undo({ type }, options).decided.map((event) => event.type);

const refusal = <State, Command extends { readonly type: string }, E extends DomainEvent>(
  history: History<State, Command, E>,
  type: E['type'],
  options?: UndoOptions,
): string | undefined => history.undo({ type }, options).undone[0]?.refusal?.code;

const POTS = { type: 'book', title: 'Pots', URL: 'https://example.org/1' };
const listing = { type: 'RecordFromProvider', doi: 'isbn.1', source, isOfList: true } as const;

const work = () =>
  started(UNDOABLES.work, {
    ...{ ...listing, original: POTS, fetchedAt: 1, links: [{ orcid: ORCID, basis: 'orcid_list' }] },
  });

const moveTo = (after: string): PublicationCommand => ({ type: 'EditPublication', changes: [{ path: '/URL', after }] });

undoing('deletes a work that was added, and restores it', () => {
  const history = work();
  assert.deepEqual(undone(history, 'PublicationAdded'), ['PublicationDeleted']);
  assert.deepEqual(undone(history, 'PublicationDeleted'), ['PublicationRestored']);
});

undoing('is refused for a work whose address staff have set since it was added', () => {
  const history = work();
  history.do(moveTo('https://example.org/2'));
  assert.equal(refusal(history, 'PublicationAdded'), 'changed_since');
});

undoing('joins a work to what it was kept apart from, but not as part of its whole job', () => {
  const history = work();
  const cause = history.do({ type: 'KeepApart', from: '10.5555/a' });
  assert.deepEqual(history.undo({ cause }, { isOfCause: true }).decided, []);
  assert.deepEqual(undone(history, 'PublicationKeptApart'), ['PublicationSuperseded']);
  assert.deepEqual(undone(history, 'PublicationKeptApart'), []);
  assert.deepEqual(undone(history, 'PublicationSuperseded'), ['PublicationSeparated']);
});

undoing('asks again whether a work is the item that staff said it is not', () => {
  const history = work();
  const by = '10.5555/a';
  history.do({ type: 'SuggestJoin', by });
  history.do({ type: 'DeclineJoin', from: by });
  assert.deepEqual(undone(history, 'PublicationJoinDeclined'), ['PublicationJoinSuggested']);
  assert.deepEqual([history.state.joins, history.state.apartFrom], [[by], undefined]);
});

undoing('joins the item under a key that no work has yet', () => {
  const history = new History(UNDOABLES.work);
  const by = '10.5555/a';
  history.do({ type: 'SupersedePublication', by });
  assert.deepEqual(undone(history, 'PublicationSuperseded'), ['PublicationSeparated']);
  assert.deepEqual(history.undo({ type: 'PublicationSeparated' }).decided, [
    { type: 'PublicationSuperseded', data: { by } },
  ]);
});

/** What staff and lists have made of a work. */
const worked = (history: ReturnType<typeof work>) => {
  history.do({ type: 'EditPublication', changes: [{ path: '/title', after: 'Jars' }] });
  history.do(moveTo('https://example.org/by-hand'));
  history.do({
    ...{ type: 'TakeOverPublication', overlay: {}, custom: NO_DASHBOARD_FIELDS, unlinked: {}, settled: [] },
    ...{ links: { '0000-0001-5109-3700': 'openalex_list' }, notices: [], kept: [], dismissed: [] },
    identified: { identifiers: ['pmid.9'], work: 'pmid.9' },
  });
  history.do({ type: 'KeepApart', from: '10.5555/other' });
  history.do({ type: 'HidePublication' });
};

undoing('restores a work that was reset', () => {
  const history = work();
  worked(history);
  history.do({ type: 'SuggestJoin', by: '10.5555/perhaps' });
  const { state } = history;
  history.do({ type: 'ResetPublication' });
  history.undo({ type: 'PublicationReset' });
  const seen = ({ editCount: _edits, ...rest }: Publication & { readonly editCount?: number }) => rest;
  assert.deepEqual(seen(history.state), seen(state));
});

undoing('restores a work that staff had created, as they left it, when it was reset', () => {
  const original = { type: 'book', title: 'Cups', URL: 'https://example.org/x' };
  const history = started(UNDOABLES.work, { type: 'CreatePublication', doi: 'local.x', original });
  history.do(moveTo('https://example.org/y'));
  history.do({ type: 'ResetPublication' });
  history.undo({ type: 'PublicationReset' });
  assert.ok(history.state.status !== 'absent');
  assert.deepEqual(merge(history.state), { ...original, URL: 'https://example.org/y' });
});

const listed: PublicationCommand = {
  ...{ ...listing, original: { ...POTS, volume: '2', URL: 'https://example.org/2' }, fetchedAt: 2, links: [] },
};

undoing('applies the work of staff to the record that a list has created since the reset', () => {
  const history = work();
  worked(history);
  history.do({ type: 'ResetPublication' });
  history.do(listed);
  const { cause } = history.undo({ type: 'PublicationReset' });
  const { state } = history;
  assert.ok(state.status !== 'absent');
  assert.deepEqual(merge(state), { ...POTS, title: 'Jars', volume: '2', URL: 'https://example.org/by-hand' });
  assert.equal(state.visible, false);
  assert.deepEqual(state.apartFrom, ['10.5555/other']);
  assert.deepEqual(undone(history, 'PublicationReset'), [], 'the second time');
  history.undo({ cause });
  assert.ok(history.state.status !== 'absent');
  assert.deepEqual([history.state.visible, history.state.overlay], [true, {}]);
});

undoing('is refused for a work that staff have changed since the reset', () => {
  for (const command of [moveTo('https://example.org/3'), { type: 'DeletePublication' }] as const) {
    const history = work();
    worked(history);
    history.do({ type: 'ResetPublication' });
    history.do(listed);
    history.do(command);
    assert.equal(refusal(history, 'PublicationReset'), 'changed_since', command.type);
  }
});

undoing('turns a membership granted by the operator back into the invitation', () => {
  const history = started(UNDOABLES.member, { type: 'InviteMember', userId: 'u', role: 'member', by: 'superadmin' });
  const { state } = history;
  for (const role of ['member', 'workspace_admin'] as const) {
    history.do({ type: 'SetMember', userId: 'u', role, by: 'superadmin' });
    assert.deepEqual(undone(history, 'MemberAdded'), ['MemberRemoved', 'MemberInvited']);
    assert.deepEqual(history.state, state);
  }
});

const person = () =>
  started(UNDOABLES.person, {
    ...{ type: 'RegisterPerson', orcid: ORCID, name: 'Josiah', biography: null, saidBy: 'provider' },
  });

undoing('archives a person who was registered, unless someone has worked on the profile since', () => {
  const history = person();
  assert.deepEqual(undone(history, 'PersonRegistered'), ['PersonArchived']);
  assert.deepEqual(undone(history, 'PersonArchived'), ['PersonUnarchived']);
  history.do({ type: 'ReviseProfile', name: 'Jo' });
  assert.equal(refusal(history, 'PersonRegistered'), 'changed_since');
});

undoing('restores name, biography, photo, kind and categories of a person', () => {
  const history = person();
  history.do({ type: 'ReviseProfile', name: 'Jo', biography: 'Pots.', categoryIds: ['a'] });
  history.do({ type: 'ReviseProfile', photoUrl: 'https://example.org/p.png', peopleType: 'professor' });
  for (const type of ['PersonClassified', 'PersonPhotographed', 'PersonDescribed', 'PersonNamed'] as const)
    assert.deepEqual(undone(history, type), [type]);
  assert.ok(history.state.status !== 'absent');
  const { name, biography, photoUrl, peopleType, categoryIds } = history.state;
  assert.deepEqual(
    [name?.value, biography?.value, photoUrl, peopleType, categoryIds],
    ['Josiah', null, null, null, ['a']],
  );
});

undoing('does not remove the only name of a person', () =>
  assert.equal(refusal(person(), 'PersonNamed'), 'no_earlier_name'),
);

undoing('reverts the end of one affiliation and the start of the next as one change', () => {
  const history = person();
  const affiliation = { status: 'org', startsAt: 1, now: 9 } as const;
  history.do({ type: 'ChangeAffiliation', entityId: 'org', ...affiliation });
  history.do({ type: 'ChangeAffiliation', entityId: 'lab', ...affiliation });
  assert.deepEqual(undone(history, 'AffiliationEnded'), ['AffiliationEnded', 'AffiliationStarted']);
  assert.equal(history.state.status !== 'absent' && history.state.affiliation?.entityId, 'org');
  assert.deepEqual(undone(history, 'AffiliationStarted'), ['AffiliationEnded', 'AffiliationStarted']);
  assert.equal(history.state.status !== 'absent' && history.state.affiliation?.entityId, 'lab');
});

undoing('reverts a correction of an affiliation by another one', () => {
  const history = person();
  const affiliation = { type: 'ChangeAffiliation', entityId: 'org', status: 'org', now: 9 } as const;
  history.do({ ...affiliation, startsAt: 2 });
  history.do({ ...affiliation, startsAt: 5, corrects: true });
  assert.deepEqual(undone(history, 'AffiliationEnded'), ['AffiliationEnded', 'AffiliationStarted']);
  assert.equal(history.state.status !== 'absent' && history.state.affiliation?.startsAt, 2);
  const corrected = history.events.filter(({ type, data }) => type === 'AffiliationEnded' && 'corrected' in data);
  assert.equal(corrected.length, 2);
});

undoing('reverts what was corrected of earlier affiliations, unless it was corrected again', () => {
  const history = person();
  const past = { entityId: 'org', status: 'org', startsAt: 1, endsAt: 5 } as const;
  const correct = { type: 'CorrectPastAffiliation', now: 9 } as const;
  history.do({ ...correct, before: null, after: past });
  const first = history.do({ ...correct, before: past, after: { ...past, endsAt: 4 } });
  history.do({ ...correct, before: { ...past, endsAt: 4 }, after: null });
  assert.equal(history.undo({ cause: first }).undone[0]?.refusal?.code, 'changed_since');
  assert.deepEqual(undone(history, 'PastAffiliationCorrected'), ['PastAffiliationCorrected']);
  history.undo({ cause: first });
  assert.deepEqual(history.state.status !== 'absent' && history.state.past, [past]);
});

undoing('ends the first affiliation of a person', () => {
  const history = person();
  history.do({ type: 'ChangeAffiliation', entityId: 'org', status: 'org', startsAt: 1, now: 9 });
  assert.deepEqual(undone(history, 'AffiliationStarted'), ['AffiliationEnded']);
});

undoing('reverts names and states of entities, categories and workspaces', () => {
  const lab = started(UNDOABLES.entity, { type: 'CreateEntity', id: 'lab', name: 'Lab' });
  lab.do({ type: 'RenameEntity', name: 'Laboratory' });
  assert.equal(refusal(lab, 'EntityCreated'), 'changed_since');
  assert.deepEqual(undone(lab, 'EntityRenamed'), ['EntityRenamed']);
  assert.deepEqual(undone(lab, 'EntityCreated'), ['EntityArchived']);
  assert.deepEqual(undone(lab, 'EntityArchived'), ['EntityUnarchived']);
  assert.deepEqual(undone(lab, 'EntityUnarchived'), ['EntityArchived']);

  const org = started(UNDOABLES.entity, { type: 'CreateEntity', id: 'org', name: 'Org' });
  assert.equal(refusal(org, 'EntityCreated'), 'entity_needed');

  const kind = started(UNDOABLES.category, { type: 'CreateCategory', id: 'a', name: 'A' });
  kind.do({ type: 'RenameCategory', name: 'B' });
  assert.deepEqual(undone(kind, 'CategoryRenamed'), ['CategoryRenamed']);
  assert.deepEqual(undone(kind, 'CategoryCreated'), ['CategoryArchived']);
  assert.deepEqual(undone(kind, 'CategoryArchived'), ['CategoryUnarchived']);

  const place = started(UNDOABLES.workspace, { type: 'CreateWorkspace', id: 'a', name: 'A' });
  place.do({ type: 'RenameWorkspace', name: 'B' });
  assert.equal(refusal(place, 'WorkspaceRenamed', { role: 'workspace_admin' }), 'role_too_low');
  assert.deepEqual(undone(place, 'WorkspaceRenamed'), ['WorkspaceRenamed']);
  assert.equal(refusal(place, 'WorkspaceCreated'), 'no_inverse');
});

undoing('restores a project, field by field', () => {
  const history = started(UNDOABLES.project, { type: 'CreateProject', id: 'glass', fields: PROJECT_FIELDS });
  history.do({ type: 'ReviseProject', fields: { title: 'Glass II', abstract: 'Clear.' } });
  const { decided } = history.undo({ type: 'ProjectRevised' }, { fields: ['/title'] });
  assert.deepEqual(decided[0]?.data, { changes: [{ path: '/title', before: 'Glass II', after: 'Glass' }] });
  history.do({ type: 'MoveProject', move: 'publish' });
  assert.deepEqual(undone(history, 'ProjectPublished'), ['ProjectUnpublished']);
});

undoing('restores the former role of a member, and cannot remove a role above its own', () => {
  const history = started(UNDOABLES.member, { type: 'SetMember', userId: 'u', role: 'superadmin', by: 'superadmin' });
  history.do({ type: 'ChangeMemberRole', userId: 'u', role: 'member', by: 'superadmin' });
  assert.equal(refusal(history, 'MemberRoleChanged', { role: 'workspace_admin' }), 'role_too_low');
  assert.deepEqual(undone(history, 'MemberRoleChanged'), ['MemberRoleChanged']);
  assert.deepEqual(undone(history, 'MemberAdded'), ['MemberRemoved']);
});

undoing('needs a superadmin where that role is granted or removed', () => {
  const set = { type: 'SetMember', userId: 'u', role: 'superadmin', by: 'superadmin' } as const;
  const invite = { ...set, type: 'InviteMember' } as const;
  const change = (role: Role) => ({ ...set, type: 'ChangeMemberRole', role }) as const;
  const remove = { type: 'RemoveMember', userId: 'u', by: 'superadmin' } as const;
  const needed = (type: MemberEvent['type'], ...commands: readonly MemberCommand[]): unknown => {
    const history = started(UNDOABLES.member, ...commands);
    return history.undo({ type }, { role: 'workspace_admin' }).undone[0]?.refusal?.details;
  };
  for (const [type, ...commands] of [
    ['MemberAdded', set],
    ['MemberInvited', invite],
    ['MemberRemoved', set, remove],
    ['MemberRoleChanged', { ...set, role: 'member' }, change('superadmin')],
    ['MemberRoleChanged', set, change('member')],
  ] as const)
    assert.deepEqual(needed(type, ...commands), { needed: 'superadmin' }, type);
  assert.equal(needed('MemberRoleChanged', { ...set, role: 'member' }, change('workspace_admin')), undefined);
});

undoing('invites a member who was removed or has left, and does no more if repeated', () => {
  const userId = 'u';
  for (const end of [
    { type: 'RemoveMember', userId, by: 'superadmin' },
    { type: 'LeaveWorkspace', userId },
  ] as const) {
    const history = started(UNDOABLES.member, { type: 'SetMember', userId, role: 'member', by: 'superadmin' }, end);
    const isRemoval = ({ type, revision }: { readonly type: string; readonly revision: number }): boolean =>
      type === 'MemberRemoved' && revision === 1;
    assert.deepEqual(undone(history, 'MemberRemoved'), ['MemberInvited']);
    assert.deepEqual(history.plan(isRemoval).decided, []);
    history.do({ type: 'AcceptInvitation', userId });
    assert.deepEqual(history.plan(isRemoval).decided, []);
    history.do({ type: 'RemoveMember', userId, by: 'superadmin' });
    history.do({ type: 'InviteMember', userId, role: 'member', by: 'superadmin' });
    history.do({ type: 'DeclineInvitation', userId });
    assert.deepEqual(
      history.plan(isRemoval).decided.map(({ type }) => type),
      ['MemberInvited'],
    );
  }
});

const KEY = {
  type: 'IssueApiKey',
  keyHash: 'k',
  clientName: 'Portal',
  rotatedFrom: null,
  scopes: ['ingest'],
  rateLimitPerMinute: 60,
} as const;

undoing('restores the settings of a key, and never reactivates a revoked one', () => {
  const history = started(UNDOABLES['api-key'], KEY);
  history.do({ type: 'ChangeApiKey', rateLimitPerMinute: 10, isActive: false });
  assert.deepEqual(undone(history, 'ApiKeyChanged'), ['ApiKeyChanged']);
  assert.deepEqual(undone(history, 'ApiKeySuspended'), ['ApiKeyResumed']);
  assert.deepEqual(undone(history, 'ApiKeyResumed'), ['ApiKeySuspended']);
  history.do({ type: 'RevokeApiKey', replacedBy: null });
  assert.equal(refusal(history, 'ApiKeyRevoked'), 'no_inverse');
  assert.equal(refusal(history, 'ApiKeyIssued'), 'no_inverse');
  const before = history.state;
  history.undo({ type: 'ApiKeySuspended' });
  assert.deepEqual(history.state, before);
});

const INSTALLATION = {
  type: 'CreateInstallation',
  id: 'web',
  platform: 'cms_a',
  displayName: 'Web',
  description: null,
  scopes: ['works.read'],
} as const;

undoing('reverts a revision of an installation, and disabling or enabling it', () => {
  const history = started(UNDOABLES.installation, INSTALLATION);
  history.do({ type: 'ReviseInstallation', fields: { displayName: 'Site' }, scopes: ['people.read'] });
  assert.deepEqual(undone(history, 'InstallationRevised'), ['InstallationRevised']);
  assert.deepEqual(undone(history, 'InstallationScopesChanged'), ['InstallationScopesChanged']);
  history.do({ type: 'MoveInstallation', move: 'activate' });
  assert.deepEqual(undone(history, 'InstallationActivated'), ['InstallationDisabled']);
  assert.deepEqual(undone(history, 'InstallationDisabled'), ['InstallationActivated']);
  history.do({ type: 'MoveInstallation', move: 'revoke' });
  assert.equal(refusal(history, 'InstallationRevoked'), 'no_inverse');
});

undoing('accepts the paths that the timeline shows of an event, even if it is undone only as a whole', () => {
  const shownIn = <State, Command extends { readonly type: string }, E extends DomainEvent>(
    history: History<State, Command, E>,
    type: E['type'],
  ): void => {
    const event = history.events.findLast((each) => each.type === type);
    const paths = describe(event as never).changes.map(({ path }) => path);
    assert.ok(paths.length > 0);
    const all = history.plan((each) => each === event);
    for (const path of paths) {
      const {
        decided,
        undone: [only],
      } = history.plan((each) => each === event, { fields: [path] });
      mustNameParts(only?.parts ?? [], [path]);
      assert.deepEqual(decided, all.decided, `${type} ${path}`);
    }
    assert.ok(all.decided.length > 0, type);
  };
  const website = started(UNDOABLES.installation, INSTALLATION, { type: 'MoveInstallation', move: 'activate' });
  shownIn(website, 'InstallationActivated');
  website.do({ type: 'MoveInstallation', move: 'disable' });
  shownIn(website, 'InstallationDisabled');

  const key = started(UNDOABLES['api-key'], KEY, { type: 'ChangeApiKey', isActive: false });
  shownIn(key, 'ApiKeySuspended');
  key.do({ type: 'ChangeApiKey', isActive: true });
  shownIn(key, 'ApiKeyResumed');

  const set = { type: 'SetMember', userId: 'u', role: 'member', by: 'superadmin' } as const;
  const invite = { ...set, type: 'InviteMember' } as const;
  const remove = { type: 'RemoveMember', userId: 'u', by: 'superadmin' } as const;
  shownIn(started(UNDOABLES.member, set), 'MemberAdded');
  shownIn(started(UNDOABLES.member, invite, set), 'MemberAdded');
  shownIn(started(UNDOABLES.member, invite), 'MemberInvited');
  shownIn(started(UNDOABLES.member, set, remove), 'MemberRemoved');
  shownIn(started(UNDOABLES.member, invite, remove), 'MemberRemoved');

  const project = started(UNDOABLES.project, { type: 'CreateProject', id: 'glass', fields: PROJECT_FIELDS });
  shownIn(project, 'ProjectCreated');
  project.do({ type: 'ReviseProject', fields: { title: 'Glass II' } });
  shownIn(project, 'ProjectRevised');
  shownIn(started(UNDOABLES.entity, { type: 'CreateEntity', id: 'lab', name: 'Lab' }), 'EntityCreated');
});

undoing('is possible or has a reason, as a sentence, for every event type', () => {
  for (const [type, declared] of Object.entries(INVERSES))
    if ('none' in declared) assert.match(declared.none, /^[A-Z].{10,}\.$/u, type);
});
