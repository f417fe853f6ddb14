import type { InstallationEvent } from '../../../domain/installation/events.ts';
import { AT, type Examples } from './example.ts';

const hash = 'b'.repeat(64);

export const installationExamples: Examples<InstallationEvent['type']> = {
  InstallationCreated: {
    id: 'museum',
    platform: 'cms_a',
    displayName: 'Museum',
    description: null,
    scopes: ['people.read'],
  },
  InstallationRevised: { before: { displayName: 'Museum' }, after: { displayName: 'The museum' } },
  InstallationScopesChanged: { before: ['people.read'], after: [] },
  InstallationActivated: {},
  InstallationDisabled: {},
  InstallationRevoked: {},
  InstallationArchived: {},
  OriginAdded: { originId: 'o1', origin: 'https://museum.example', proof: 'a-proof' },
  OriginCheckRequested: { originId: 'o1' },
  OriginVerified: { originId: 'o1' },
  OriginCheckFailed: { originId: 'o1', attempt: 1, error: 'the website answered 404', retryAt: AT },
  OriginRevoked: { originId: 'o1' },
  CredentialIssued: { credentialId: 'c2', hash, expiresAt: null, rotatedFrom: 'c1' },
  CredentialReplaced: { credentialId: 'c1', hash, replacedBy: 'c2', expiresAt: AT },
  CredentialRevoked: { credentialId: 'c1', hash },
};
