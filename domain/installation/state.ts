/** What an installation is after its events. */
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
  /** How often its proof has been looked for since it was asked for. */
  readonly attempts: number;
  readonly lastError: string | null;
  /** When to look for it again, epoch ms; null = at once, if it is pending. */
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

const originAfter = (origin: Origin, event: InstallationEvent): Origin => {
  switch (event.type) {
    case 'OriginCheckRequested':
      return { ...origin, status: 'pending', attempts: 0, retryAt: null };
    case 'OriginVerified':
      return { ...origin, status: 'verified', lastError: null, retryAt: null };
    case 'OriginCheckFailed': {
      const { attempt: attempts, error: lastError, retryAt } = event.data;
      return { ...origin, status: retryAt === null ? 'failed' : 'pending', attempts, lastError, retryAt };
    }
    case 'OriginRevoked':
      return { ...origin, status: 'revoked', retryAt: null };
    default:
      return origin;
  }
};

const credentialAfter = (credential: Credential, event: InstallationEvent): Credential => {
  switch (event.type) {
    case 'CredentialReplaced':
      return { ...credential, replacedBy: event.data.replacedBy, expiresAt: event.data.expiresAt };
    case 'CredentialRevoked':
      return { ...credential, revoked: true };
    default:
      return credential;
  }
};

const STATUS_AFTER: Partial<Record<InstallationEvent['type'], InstallationStatus>> = {
  InstallationActivated: 'active',
  InstallationDisabled: 'disabled',
  InstallationRevoked: 'revoked',
  InstallationArchived: 'archived',
};

const created = ({
  platform,
  displayName,
  description,
  scopes,
}: Extract<InstallationEvent, { type: 'InstallationCreated' }>['data']): Present => ({
  status: 'draft',
  platform,
  displayName,
  description,
  scopes,
  origins: [],
  credentials: [],
});

/** The present installation after one more of its events. */
const next = (state: Present, event: InstallationEvent): Present => {
  switch (event.type) {
    case 'InstallationCreated':
      return state;
    case 'InstallationRevised':
      return { ...state, ...event.data.after };
    case 'InstallationScopesChanged':
      return { ...state, scopes: event.data.after };
    case 'OriginAdded': {
      const { originId: id, origin, proof } = event.data;
      const added: Origin = { id, origin, proof, status: 'pending', attempts: 0, lastError: null, retryAt: null };
      const status = state.status === 'draft' ? 'pending_verification' : state.status;
      return { ...state, status, origins: [...state.origins, added] };
    }
    case 'OriginCheckRequested':
    case 'OriginVerified':
    case 'OriginCheckFailed':
    case 'OriginRevoked': {
      const { originId } = event.data;
      return {
        ...state,
        origins: state.origins.map((each) => (each.id === originId ? originAfter(each, event) : each)),
      };
    }
    case 'CredentialIssued': {
      const { credentialId: id, hash, expiresAt } = event.data;
      const issued: Credential = { id, hash, expiresAt, replacedBy: null, revoked: false };
      return { ...state, credentials: [...state.credentials, issued] };
    }
    case 'CredentialReplaced':
    case 'CredentialRevoked': {
      const { credentialId } = event.data;
      return {
        ...state,
        credentials: state.credentials.map((each) => (each.id === credentialId ? credentialAfter(each, event) : each)),
      };
    }
    default:
      return { ...state, status: STATUS_AFTER[event.type] ?? state.status };
  }
};

export const evolve = (state: Installation, event: InstallationEvent): Installation => {
  if (state.status === 'absent') return event.type === 'InstallationCreated' ? created(event.data) : state;
  return next(state, event);
};
