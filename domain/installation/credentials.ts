/** The rules of an installation's credentials: shown once, replaced with an overlap, revoked for good. */
import type { Decisions } from '../deciding.ts';
import { Refused } from '../errors.ts';
import { ACCESS } from '../limits.ts';
import { mustExist } from '../must-exist.ts';
import type { InstallationEvent } from './events.ts';
import { mustNotBeOver, type Credential, type Present } from './state.ts';

export type CredentialCommand =
  /** Times in epoch ms. */
  | {
      readonly type: 'IssueCredential';
      readonly credentialId: string;
      readonly hash: string;
      readonly expiresAt: number | null;
      readonly now: number;
    }
  /** The old one stays valid until `oldExpiresAt`, or until its own expiry if that is earlier. */
  | {
      readonly type: 'RotateCredential';
      readonly credentialId: string;
      readonly newCredentialId: string;
      readonly hash: string;
      readonly expiresAt: number | null;
      readonly oldExpiresAt: number;
      readonly now: number;
    }
  | { readonly type: 'RevokeCredential'; readonly credentialId: string };

const works = ({ revoked, expiresAt }: Credential, now: number): boolean =>
  !revoked && (expiresAt === null || expiresAt > now);

const mustBeLater = (expiresAt: number | null, now: number): void => {
  if (expiresAt !== null && expiresAt <= now)
    throw new Refused('invalid', 'invalid_expiry', 'expires_at is not in the future', {
      field: 'expires_at',
      accepted: 'epoch milliseconds in the future, or null for never',
    });
};

const credentialIn = ({ credentials }: Present, credentialId: string): Credential =>
  mustExist(
    credentials.find(({ id }) => id === credentialId),
    'credential',
  );

/** `replaced`: being phased out, so it does not count. */
const mustHaveRoom = ({ credentials }: Present, now: number, replaced: Credential | null = null): void => {
  if (credentials.filter((each) => each !== replaced && works(each, now)).length >= ACCESS.credentials)
    throw new Refused('conflict', 'too_many_credentials', `at most ${ACCESS.credentials} credentials may be in use`, {
      accepted: 'a new credential when one in use is revoked or has expired',
    });
};

export const credentialDecisions: Decisions<Present, CredentialCommand, InstallationEvent> = {
  IssueCredential: (state, { credentialId, hash, expiresAt, now }) => {
    mustNotBeOver(state);
    mustBeLater(expiresAt, now);
    mustHaveRoom(state, now);
    return [{ type: 'CredentialIssued', data: { credentialId, hash, expiresAt, rotatedFrom: null } }];
  },
  RotateCredential: (state, { credentialId, newCredentialId, hash, expiresAt, oldExpiresAt, now }) => {
    mustNotBeOver(state);
    const old = credentialIn(state, credentialId);
    if (!works(old, now))
      throw new Refused('conflict', 'credential_over', 'a revoked or expired credential cannot be rotated', {
        accepted: 'a new credential',
      });
    if (old.replacedBy !== null)
      throw new Refused('conflict', 'credential_replaced', 'the credential has already been rotated', {
        replaced_by: old.replacedBy,
      });
    mustBeLater(expiresAt, now);
    mustHaveRoom(state, now, old);
    const end = Math.min(oldExpiresAt, old.expiresAt ?? oldExpiresAt);
    return [
      {
        type: 'CredentialIssued',
        data: { credentialId: newCredentialId, hash, expiresAt, rotatedFrom: credentialId },
      },
      {
        type: 'CredentialReplaced',
        data: { credentialId, hash: old.hash, replacedBy: newCredentialId, expiresAt: end },
      },
    ];
  },
  RevokeCredential: (state, command) => {
    const { id: credentialId, hash, revoked } = credentialIn(state, command.credentialId);
    return revoked ? [] : [{ type: 'CredentialRevoked', data: { credentialId, hash } }];
  },
};
