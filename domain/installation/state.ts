/** The state of an installation. */
import { Refused } from '../errors.ts';
import { evolving } from '../evolving.ts';
import type { InstallationEvent, InstallationFields, InstallationScope } from './events.ts';

/** Only `active` authenticates. */
export const INSTALLATION_STATUSES = [
  'draft',
  'pending_verification',
  'active',
  'disabled',
  'revoked',
  'archived',
] as const;
export type InstallationStatus = (typeof INSTALLATION_STATUSES)[number];

export const ORIGIN_STATUSES = ['pending', 'verified', 'failed', 'revoked'] as const;

export type Origin = {
  readonly id: string;
  readonly origin: string;
  readonly proof: string;
  readonly status: (typeof ORIGIN_STATUSES)[number];
  /** Verification attempts since it was last requested. */
  readonly attempts: number;
  readonly lastError: string | null;
  /** Time of the next attempt, epoch ms; null = immediately, if pending. */
  readonly retryAt: number | null;
};

export type Credential = {
  readonly id: string;
  readonly hash: string;
  readonly expiresAt: number | null;
  readonly replacedBy: string | null;
  readonly revoked: boolean;
};

export type Present = InstallationFields & {
  readonly status: InstallationStatus;
  readonly scopes: readonly InstallationScope[];
  readonly origins: readonly Origin[];
  readonly credentials: readonly Credential[];
};

export type Installation = { readonly status: 'absent' } | Present;

export const FINAL: ReadonlySet<InstallationStatus> = new Set(['revoked', 'archived']);

/** Throws `Refused('conflict')`. */
export const mustNotBeOver = ({ status }: Present): void => {
  if (FINAL.has(status))
    throw new Refused('conflict', `installation_${status}`, `the installation is ${status}, for good`, {
      accepted: 'a new installation',
    });
};

const withOne = <T extends { readonly id: string }>(list: readonly T[], id: string, change: Partial<T>): readonly T[] =>
  list.map((each) => (each.id === id ? { ...each, ...change } : each));

const withOrigin = (state: Present, id: string, change: Partial<Origin>): Present => ({
  ...state,
  origins: withOne(state.origins, id, change),
});

const withCredential = (state: Present, id: string, change: Partial<Credential>): Present => ({
  ...state,
  credentials: withOne(state.credentials, id, change),
});

export const evolve = evolving<Installation, InstallationEvent, 'InstallationCreated'>(
  {
    InstallationCreated: (state, { platform, displayName, description, scopes }) =>
      state.status === 'absent'
        ? { status: 'draft', platform, displayName, description, scopes, origins: [], credentials: [] }
        : state,
  },
  {
    InstallationRevised: (state, { after }) => ({ ...state, ...after }),
    InstallationScopesChanged: (state, { after: scopes }) => ({ ...state, scopes }),
    InstallationActivated: (state) => ({ ...state, status: 'active' }),
    InstallationDisabled: (state) => ({ ...state, status: 'disabled' }),
    InstallationRevoked: (state) => ({ ...state, status: 'revoked' }),
    InstallationArchived: (state) => ({ ...state, status: 'archived' }),
    OriginAdded: (state, { originId: id, origin: address, proof }) => {
      const status = state.status === 'draft' ? 'pending_verification' : state.status;
      const pending = { status: 'pending', attempts: 0, lastError: null, retryAt: null } as const;
      return { ...state, status, origins: [...state.origins, { id, origin: address, proof, ...pending }] };
    },
    OriginCheckRequested: (state, { originId }) =>
      withOrigin(state, originId, { status: 'pending', attempts: 0, retryAt: null }),
    OriginVerified: (state, { originId }) =>
      withOrigin(state, originId, { status: 'verified', lastError: null, retryAt: null }),
    OriginCheckFailed: (state, { originId, attempt: attempts, error: lastError, retryAt }) =>
      withOrigin(state, originId, { status: retryAt === null ? 'failed' : 'pending', attempts, lastError, retryAt }),
    OriginRevoked: (state, { originId }) => withOrigin(state, originId, { status: 'revoked', retryAt: null }),
    CredentialIssued: (state, { credentialId: id, hash, expiresAt }) => {
      const issued: Credential = { id, hash, expiresAt, replacedBy: null, revoked: false };
      return { ...state, credentials: [...state.credentials, issued] };
    },
    CredentialReplaced: (state, { credentialId, replacedBy, expiresAt }) =>
      withCredential(state, credentialId, { replacedBy, expiresAt }),
    CredentialRevoked: (state, { credentialId }) => withCredential(state, credentialId, { revoked: true }),
  },
);
