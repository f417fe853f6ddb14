/** A credential: it works until it expires, is replaced with an overlap, and is revoked for good. */
import { ACCESS } from '../../../domain/limits.ts';
import type { InstallationEvent } from '../../../domain/installation/events.ts';
import { installation, type InstallationCommand } from '../../../domain/installation/installation.ts';
import { given } from '../../support/given.ts';
import { suite } from '../../support/suite.ts';
import { created, issued, NOW, revoked as ended } from './samples.ts';

const issue = (expiresAt: number | null = null, now = NOW): InstallationCommand => ({
  type: 'IssueCredential',
  credentialId: 'c1',
  hash: 'hash of c1',
  expiresAt,
  now,
});
const rotate = (
  rest: Partial<Extract<InstallationCommand, { type: 'RotateCredential' }>> = {},
): InstallationCommand => ({
  type: 'RotateCredential',
  credentialId: 'c1',
  newCredentialId: 'c2',
  hash: 'hash of c2',
  expiresAt: null,
  oldExpiresAt: NOW + 500,
  now: NOW,
  ...rest,
});
const revoke = (credentialId = 'c1'): InstallationCommand => ({ type: 'RevokeCredential', credentialId });

const successor = (expiresAt: number | null = null): InstallationEvent => ({
  type: 'CredentialIssued',
  data: { credentialId: 'c2', hash: 'hash of c2', expiresAt, rotatedFrom: 'c1' },
});
const replaced = (expiresAt: number): InstallationEvent => ({
  type: 'CredentialReplaced',
  data: { credentialId: 'c1', hash: 'hash of c1', replacedBy: 'c2', expiresAt },
});
const revoked: InstallationEvent = {
  type: 'CredentialRevoked',
  data: { credentialId: 'c1', hash: 'hash of c1' },
};

const credentials = suite('a credential');

credentials('is issued without an expiry or with one in the future', () => {
  given(installation, created).when(issue()).then(issued());
  given(installation, created)
    .when(issue(NOW + 1))
    .then(issued('c1', NOW + 1));
  for (const past of [NOW, NOW - 1, 0])
    given(installation, created).when(issue(past)).thenRefused('invalid', 'invalid_expiry');
});

credentials('counts towards a limit while in use', () => {
  const many = Array.from({ length: ACCESS.credentials }, (_, n) => issued(`many${n}`, n === 0 ? NOW + 10 : null));
  given(installation, created, ...many)
    .when(issue())
    .thenRefused('conflict', 'too_many_credentials');
  given(installation, created, ...many)
    .when(issue(null, NOW + 10))
    .then(issued());
  given(installation, created, ...many, { type: 'CredentialRevoked', data: { credentialId: 'many1', hash: '' } })
    .when(issue())
    .then(issued());
});

credentials('may be rotated when no more may be issued, but only a limited number of times', () => {
  const others = Array.from({ length: ACCESS.credentials - 1 }, (_, n) => issued(`other${n}`));
  const full = [created, ...others, issued()];
  given(installation, ...full)
    .when(rotate())
    .then(successor(), replaced(NOW + 500));
  given(installation, ...full, successor(), replaced(NOW + 500))
    .when(rotate({ credentialId: 'c2', newCredentialId: 'c3' }))
    .thenRefused('conflict', 'too_many_credentials');
});

credentials('that is rotated keeps working for a while, but not beyond its own expiry', () => {
  given(installation, created, issued())
    .when(rotate())
    .then(successor(), replaced(NOW + 500));
  given(installation, created, issued('c1', NOW + 100))
    .when(rotate({ expiresAt: NOW + 9_000 }))
    .then(successor(NOW + 9_000), replaced(NOW + 100));
  given(installation, created, issued())
    .when(rotate({ oldExpiresAt: NOW }))
    .then(successor(), replaced(NOW));
  given(installation, created, issued())
    .when(rotate({ expiresAt: NOW }))
    .thenRefused('invalid', 'invalid_expiry');
});

credentials('is rotated once; its successor may be too', () => {
  const rotated = [created, issued(), successor(), replaced(NOW + 500)];
  given(installation, ...rotated)
    .when(rotate({ newCredentialId: 'c3', hash: 'hash of c3' }))
    .thenRefused('conflict', 'credential_replaced');
  given(installation, ...rotated)
    .when(rotate({ credentialId: 'c2', newCredentialId: 'c3', hash: 'hash of c3' }))
    .then(
      {
        type: 'CredentialIssued',
        data: { credentialId: 'c3', hash: 'hash of c3', expiresAt: null, rotatedFrom: 'c2' },
      },
      { type: 'CredentialReplaced', data: { credentialId: 'c2', hash: 'hash of c2', replacedBy: 'c3', expiresAt: NOW + 500 } }, // oxfmt-ignore
    );
});

credentials('that has expired or been revoked cannot be rotated', () => {
  given(installation, created, issued('c1', NOW)).when(rotate()).thenRefused('conflict', 'credential_over');
  given(installation, created, issued(), revoked).when(rotate()).thenRefused('conflict', 'credential_over');
  given(installation, created, issued(), successor(), replaced(NOW))
    .when(rotate({ newCredentialId: 'c3' }))
    .thenRefused('conflict', 'credential_over');
});

credentials('is revoked for good, once, even during the overlap of a rotation', () => {
  given(installation, created, issued()).when(revoke()).then(revoked);
  given(installation, created, issued(), revoked).when(revoke()).thenNothing();
  given(installation, created, issued(), successor(), replaced(NOW + 500))
    .when(revoke())
    .then(revoked);
});

credentials('is revoked even if the installation is closed', () =>
  given(installation, created, issued(), ended).when(revoke()).then(revoked),
);

credentials('that was never issued is not found', () => {
  for (const command of [rotate(), revoke()])
    given(installation, created).when(command).thenRefused('not_found', 'credential_not_found');
});
