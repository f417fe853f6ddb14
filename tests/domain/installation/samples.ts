/** Events of an installation, for the tests of its rules. */
import type { InstallationEvent, InstallationFields } from '../../../domain/installation/events.ts';

export const NOW = 1_000_000;
export const FIELDS: InstallationFields = { platform: 'cms_a', displayName: 'The museum', description: null };
export const SITE = 'https://museum.example';

export const created: InstallationEvent = {
  type: 'InstallationCreated',
  data: { id: 'museum', ...FIELDS, scopes: ['people.read', 'works.read'] },
};
export const activated: InstallationEvent = { type: 'InstallationActivated', data: {} };
export const disabled: InstallationEvent = { type: 'InstallationDisabled', data: {} };
export const revoked: InstallationEvent = { type: 'InstallationRevoked', data: {} };
export const archived: InstallationEvent = { type: 'InstallationArchived', data: {} };

export const originAdded = (originId = 'o1', origin = SITE): InstallationEvent => ({
  type: 'OriginAdded',
  data: { originId, origin, proof: `proof of ${originId}` },
});
export const originVerified = (originId = 'o1'): InstallationEvent => ({ type: 'OriginVerified', data: { originId } });
export const originRevoked = (originId = 'o1'): InstallationEvent => ({ type: 'OriginRevoked', data: { originId } });
export const checkRequested = (originId = 'o1'): InstallationEvent => ({
  type: 'OriginCheckRequested',
  data: { originId },
});
export const checkFailed = (attempt: number, retryAt: number | null): InstallationEvent => ({
  type: 'OriginCheckFailed',
  data: { originId: 'o1', attempt, error: 'not there', retryAt },
});

export const issued = (credentialId = 'c1', expiresAt: number | null = null): InstallationEvent => ({
  type: 'CredentialIssued',
  data: { credentialId, hash: `hash of ${credentialId}`, expiresAt, rotatedFrom: null },
});
