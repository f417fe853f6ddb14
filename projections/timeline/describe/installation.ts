/** What happened to installations, their origins and credentials, in words. */
import type { InstallationEvent } from '../../../domain/installation/events.ts';
import { about, difference, type Descriptions } from './description.ts';

const installation = about('installation');

const moved = (after: string) => ({ changes: [difference('status', null, after)] });
const ofOrigin = (originId: string, after: string) => [
  difference(['origins', originId, 'verification_status'], null, after),
];
const ofCredential = (credentialId: string, before: string | null, after: string) => [
  difference(['credentials', credentialId, 'status'], before, after),
];
const fieldName = (field: string): string => field.replaceAll(/[A-Z]/gu, (letter) => `_${letter.toLowerCase()}`);

export const installationEvents: Descriptions<InstallationEvent['type']> = {
  InstallationCreated: (event) =>
    installation(event, `Made the installation ${event.data.displayName}`, {
      changes: [
        difference('display_name', null, event.data.displayName),
        difference('scopes', null, event.data.scopes),
      ],
    }),
  InstallationRevised: (event) => {
    const { before, after } = event.data;
    return installation(event, 'Revised the installation', {
      changes: Object.entries(after).map(([field, value]) =>
        difference(fieldName(field), (before as Readonly<Record<string, unknown>>)[field], value),
      ),
    });
  },
  InstallationScopesChanged: (event) =>
    installation(event, 'Changed what the installation may read', {
      severity: 'warning',
      changes: [difference('scopes', event.data.before, event.data.after)],
    }),
  InstallationActivated: (event) => installation(event, 'Activated the installation', moved('active')),
  InstallationDisabled: (event) =>
    installation(event, 'Disabled the installation', { severity: 'warning', ...moved('disabled') }),
  InstallationRevoked: (event) =>
    installation(event, 'Revoked the installation', { severity: 'warning', ...moved('revoked') }),
  InstallationArchived: (event) =>
    installation(event, 'Archived the installation', { severity: 'warning', ...moved('archived') }),
  OriginAdded: (event) =>
    installation(event, `Added the origin ${event.data.origin}`, {
      status: 'pending',
      changes: [difference(['origins', event.data.originId], null, event.data.origin)],
    }),
  OriginCheckRequested: (event) =>
    installation(event, 'Asked to verify an origin again', {
      status: 'pending',
      changes: ofOrigin(event.data.originId, 'pending'),
    }),
  OriginVerified: (event) =>
    installation(event, 'Verified an origin', { changes: ofOrigin(event.data.originId, 'verified') }),
  OriginCheckFailed: (event) => {
    const { originId, error, retryAt } = event.data;
    return installation(event, `Could not verify an origin: ${error}`, {
      severity: 'warning',
      status: retryAt === null ? 'failed' : 'pending',
      changes: ofOrigin(originId, retryAt === null ? 'failed' : 'pending'),
    });
  },
  OriginRevoked: (event) =>
    installation(event, 'Revoked an origin', {
      severity: 'warning',
      changes: ofOrigin(event.data.originId, 'revoked'),
    }),
  CredentialIssued: (event) =>
    installation(
      event,
      event.data.rotatedFrom === null ? 'Issued a credential' : 'Issued a credential in place of another',
      {
        changes: ofCredential(event.data.credentialId, null, 'active'),
      },
    ),
  CredentialReplaced: (event) =>
    installation(event, `Replaced a credential, which ends ${new Date(event.data.expiresAt).toISOString()}`, {
      changes: ofCredential(event.data.credentialId, 'active', 'replaced'),
    }),
  CredentialRevoked: (event) =>
    installation(event, 'Revoked a credential', {
      severity: 'warning',
      changes: ofCredential(event.data.credentialId, 'usable', 'revoked'),
    }),
};
