/** Describes events of installations, their origins and credentials. */
import type { InstallationEvent } from '../../../domain/installation/events.ts';
import { ownOf } from '../../../domain/own.ts';
import { begun, difference, said, warned, type Descriptions } from './description.ts';

const moved = (after: string) => difference('status', null, after);
const ofOrigin = (originId: string, after: string) =>
  difference(['origins', originId, 'verification_status'], null, after);
const ofCredential = (credentialId: string, before: string | null, after: string) =>
  difference(['credentials', credentialId, 'status'], before, after);
const fieldName = (field: string): string => field.replaceAll(/[A-Z]/gu, (letter) => `_${letter.toLowerCase()}`);

export const installationEvents: Descriptions<InstallationEvent['type']> = {
  InstallationCreated: ({ data: { displayName, scopes } }) =>
    said(`Created the installation ${displayName}`, [
      difference('display_name', null, displayName),
      difference('scopes', null, scopes),
    ]),
  InstallationRevised: ({ data: { before, after } }) =>
    said(
      'Revised the installation',
      Object.entries(after).map(([field, value]) => difference(fieldName(field), ownOf(before, field), value)),
    ),
  InstallationScopesChanged: ({ data: { before, after } }) =>
    warned('Changed what the installation may read', difference('scopes', before, after)),
  InstallationActivated: () => said('Activated the installation', moved('active')),
  InstallationDisabled: () => warned('Disabled the installation', moved('disabled')),
  InstallationRevoked: () => warned('Revoked the installation', moved('revoked')),
  InstallationArchived: () => warned('Archived the installation', moved('archived')),
  OriginAdded: ({ data: { originId, origin } }) =>
    begun(`Added the origin ${origin}`, difference(['origins', originId], null, origin)),
  OriginCheckRequested: ({ data }) => begun('Requested another check of an origin', ofOrigin(data.originId, 'pending')),
  OriginVerified: ({ data }) => said('Verified an origin', ofOrigin(data.originId, 'verified')),
  OriginCheckFailed: ({ data: { originId, error, retryAt } }) => {
    const status = retryAt === null ? 'failed' : 'pending';
    return { ...warned(`Could not verify an origin: ${error}`, ofOrigin(originId, status)), status };
  },
  OriginRevoked: ({ data }) => warned('Revoked an origin', ofOrigin(data.originId, 'revoked')),
  CredentialIssued: ({ data: { credentialId, rotatedFrom } }) =>
    said(
      rotatedFrom === null ? 'Issued a credential' : 'Issued a credential in place of another',
      ofCredential(credentialId, null, 'active'),
    ),
  CredentialReplaced: ({ data: { credentialId, expiresAt } }) =>
    said(
      `Replaced a credential, which expires ${new Date(expiresAt).toISOString()}`,
      ofCredential(credentialId, 'active', 'replaced'),
    ),
  CredentialRevoked: ({ data }) => warned('Revoked a credential', ofCredential(data.credentialId, 'active', 'revoked')),
};
