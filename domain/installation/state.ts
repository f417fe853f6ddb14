/** The state of an installation. */
import type { InstallationEvent, InstallationFields, InstallationScope } from './events.ts';

/** `revoked` and `archived` are final; only `active` authenticates. */
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

const STATUS_AFTER = {
  InstallationActivated: 'active',
  InstallationDisabled: 'disabled',
  InstallationRevoked: 'revoked',
  InstallationArchived: 'archived',
} as const;

/** Returns the list with one entry changed. */
const withOne = <T extends { readonly id: string }>(list: readonly T[], id: string, change: Partial<T>): readonly T[] =>
  list.map((each) => (each.id === id ? { ...each, ...change } : each));

export const evolve = (state: Installation, event: InstallationEvent): Installation => {
  if (event.type === 'InstallationCreated') {
    const { platform, displayName, description, scopes } = event.data;
    if (state.status !== 'absent') return state;
    return { status: 'draft', platform, displayName, description, scopes, origins: [], credentials: [] };
  }
  if (state.status === 'absent') return state;
  const origin = (id: string, change: Partial<Origin>): Present => ({
    ...state,
    origins: withOne(state.origins, id, change),
  });
  const credential = (id: string, change: Partial<Credential>): Present => ({
    ...state,
    credentials: withOne(state.credentials, id, change),
  });
  switch (event.type) {
    case 'InstallationRevised':
      return { ...state, ...event.data.after };
    case 'InstallationScopesChanged':
      return { ...state, scopes: event.data.after };
    case 'InstallationActivated':
    case 'InstallationDisabled':
    case 'InstallationRevoked':
    case 'InstallationArchived':
      return { ...state, status: STATUS_AFTER[event.type] };
    case 'OriginAdded': {
      const { originId: id, origin: address, proof } = event.data;
      const status = state.status === 'draft' ? 'pending_verification' : state.status;
      const pending = { status: 'pending', attempts: 0, lastError: null, retryAt: null } as const;
      return { ...state, status, origins: [...state.origins, { id, origin: address, proof, ...pending }] };
    }
    case 'OriginCheckRequested':
      return origin(event.data.originId, { status: 'pending', attempts: 0, retryAt: null });
    case 'OriginVerified':
      return origin(event.data.originId, { status: 'verified', lastError: null, retryAt: null });
    case 'OriginCheckFailed': {
      const { originId, attempt: attempts, error: lastError, retryAt } = event.data;
      return origin(originId, { status: retryAt === null ? 'failed' : 'pending', attempts, lastError, retryAt });
    }
    case 'OriginRevoked':
      return origin(event.data.originId, { status: 'revoked', retryAt: null });
    case 'CredentialIssued': {
      const { credentialId: id, hash, expiresAt } = event.data;
      const issued: Credential = { id, hash, expiresAt, replacedBy: null, revoked: false };
      return { ...state, credentials: [...state.credentials, issued] };
    }
    case 'CredentialReplaced': {
      const { credentialId, replacedBy, expiresAt } = event.data;
      return credential(credentialId, { replacedBy, expiresAt });
    }
    case 'CredentialRevoked':
      return credential(event.data.credentialId, { revoked: true });
    default:
      event satisfies never;
      return state;
  }
};
