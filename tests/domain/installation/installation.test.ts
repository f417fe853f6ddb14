/** An installation: its scopes, its states and its end. */
import type { InstallationEvent } from '../../../domain/installation/events.ts';
import {
  installation,
  type InstallationCommand,
  type InstallationMove,
} from '../../../domain/installation/installation.ts';
import { given } from '../../support/given.ts';
import { suite } from '../../support/suite.ts';
import { activated, archived, created, disabled, FIELDS, NOW, originAdded, revoked } from './samples.ts';

const create = (
  rest: Partial<Extract<InstallationCommand, { type: 'CreateInstallation' }>> = {},
): InstallationCommand => ({
  type: 'CreateInstallation',
  id: 'museum',
  ...FIELDS,
  scopes: ['works.read', 'people.read'],
  ...rest,
});
const revise = (
  fields: Extract<InstallationCommand, { type: 'ReviseInstallation' }>['fields'],
): InstallationCommand => ({ type: 'ReviseInstallation', fields });
const grant = (
  ...scopes: NonNullable<Extract<InstallationCommand, { type: 'ReviseInstallation' }>['scopes']>
): InstallationCommand => ({ type: 'ReviseInstallation', fields: {}, scopes });
const move = (to: InstallationMove): InstallationCommand => ({ type: 'MoveInstallation', move: to });

const installations = suite('an installation');

installations('is created with its scopes sorted, without duplicates, and its name trimmed', () => {
  given(installation).when(create()).then(created);
  given(installation)
    .when(create({ displayName: '  The museum ', scopes: ['works.read', 'people.read', 'works.read'] }))
    .then(created);
});

installations('is created once', () =>
  given(installation, created).when(create()).thenRefused('conflict', 'installation_exists'),
);

installations('needs a valid id and a name', () => {
  given(installation)
    .when(create({ id: 'The Museum' }))
    .thenRefused('invalid', 'invalid_id');
  given(installation)
    .when(create({ displayName: ' ' }))
    .thenRefused('invalid', 'invalid_name');
  given(installation, created)
    .when(revise({ displayName: '\t' }))
    .thenRefused('invalid', 'invalid_name');
});

installations('that was never created is not found', () => {
  const commands: readonly InstallationCommand[] = [
    revise({}),
    move('activate'),
    move('revoke'),
    { type: 'AddOrigin', originId: 'o1', origin: 'https://museum.example', proof: 'p' },
    { type: 'RecordOriginCheck', originId: 'o1', attempt: 1, error: null, now: NOW },
    { type: 'IssueCredential', credentialId: 'c1', hash: 'h', expiresAt: null, now: NOW },
    { type: 'RevokeCredential', credentialId: 'c1' },
  ];
  for (const command of commands) given(installation).when(command).thenRefused('not_found', 'installation_not_found');
});

installations('records what was revised, and the former values', () => {
  const renamed: InstallationEvent = {
    type: 'InstallationRevised',
    data: { before: { displayName: 'The museum' }, after: { displayName: 'The new museum' } },
  };
  given(installation, created)
    .when(revise({ displayName: 'The new museum ', platform: 'cms_a' }))
    .then(renamed);
  given(installation, created, renamed)
    .when(revise({ displayName: 'The new museum' }))
    .thenNothing();
  given(installation, created).when(revise({})).thenNothing();
  given(installation, created)
    .when(revise({ description: 'Of glass', platform: 'cms_b' }))
    .then({
      type: 'InstallationRevised',
      data: {
        before: { description: null, platform: 'cms_a' },
        after: { description: 'Of glass', platform: 'cms_b' },
      },
    });
});

installations('records its former scopes', () => {
  const narrowed: InstallationEvent = {
    type: 'InstallationScopesChanged',
    data: { before: ['people.read', 'works.read'], after: ['works.read'] },
  };
  given(installation, created).when(grant('works.read', 'works.read')).then(narrowed);
  given(installation, created).when(grant('works.read', 'people.read')).thenNothing();
  given(installation, created, narrowed)
    .when({ type: 'ReviseInstallation', fields: { displayName: 'Archive' }, scopes: [] })
    .then(
      {
        type: 'InstallationRevised',
        data: { before: { displayName: 'The museum' }, after: { displayName: 'Archive' } },
      },
      { type: 'InstallationScopesChanged', data: { before: ['works.read'], after: [] } },
    );
});

const STATES: Readonly<Record<string, readonly InstallationEvent[]>> = {
  draft: [created],
  pending: [created, originAdded()],
  active: [created, activated],
  disabled: [created, activated, disabled],
  revoked: [created, revoked],
  archived: [created, archived],
};
/** The event type, nothing, or the code of the refusal. */
const OUTCOMES: Readonly<Record<string, Readonly<Record<InstallationMove, InstallationEvent | string>>>> = {
  draft: { activate: activated, disable: 'installation_not_active', revoke: revoked, archive: archived },
  pending: { activate: activated, disable: 'installation_not_active', revoke: revoked, archive: archived },
  active: { activate: 'nothing', disable: disabled, revoke: revoked, archive: archived },
  disabled: { activate: activated, disable: 'nothing', revoke: revoked, archive: archived },
  revoked: {
    activate: 'installation_revoked',
    disable: 'installation_revoked',
    revoke: 'nothing',
    archive: 'installation_revoked',
  },
  archived: {
    activate: 'installation_archived',
    disable: 'installation_archived',
    revoke: 'installation_archived',
    archive: 'nothing',
  },
};

for (const [state, events] of Object.entries(STATES))
  installations(`that is ${state} moves only to the permitted states`, () => {
    for (const [to, outcome] of Object.entries(OUTCOMES[state] ?? {})) {
      const tried = given(installation, ...events).when(move(to as InstallationMove));
      if (typeof outcome !== 'string') tried.then(outcome);
      else if (outcome === 'nothing') tried.thenNothing();
      else tried.thenRefused('conflict', outcome);
    }
  });

installations('that is closed no longer changes, but its credentials may still be revoked', () => {
  for (const [over, code] of [
    [revoked, 'installation_revoked'],
    [archived, 'installation_archived'],
  ] as const) {
    const events = [created, originAdded(), over];
    const commands: readonly InstallationCommand[] = [
      revise({ displayName: 'Other' }),
      grant(),
      { type: 'AddOrigin', originId: 'o2', origin: 'https://other.example', proof: 'p' },
      { type: 'RequestOriginCheck', originId: 'o1' },
      { type: 'RevokeOrigin', originId: 'o1' },
      { type: 'IssueCredential', credentialId: 'c2', hash: 'h', expiresAt: null, now: NOW },
      { type: 'RotateCredential', credentialId: 'c1', newCredentialId: 'c2', hash: 'h', expiresAt: null, oldExpiresAt: NOW, now: NOW }, // oxfmt-ignore
    ];
    for (const command of commands)
      given(installation, ...events)
        .when(command)
        .thenRefused('conflict', code);
    given(installation, ...events)
      .when({ type: 'RecordOriginCheck', originId: 'o1', attempt: 1, error: null, now: NOW })
      .thenNothing();
  }
});
