/** Installations, as shown to administrators and to the installations themselves. */
import { EVENT_TYPES } from '../../domain/event-types.ts';
import type { InstallationEvent } from '../../domain/installation/events.ts';
import { evolve, FINAL, type Credential, type Origin, type Present } from '../../domain/installation/state.ts';
import type { Actor, Revision } from '../../domain/event.ts';
import { changeAll, defineFold, type EventOf, versioned } from '../define.ts';
import { rowId, subjectOf } from '../ids.ts';
import type { Collection } from '../ports.ts';

export type OriginView = Origin & { readonly addedAt: number; readonly verifiedAt: number | null };
export type CredentialView = Credential & {
  readonly issuedAt: number;
  readonly issuedBy: Actor;
  readonly revokedAt: number | null;
  readonly rotatedFrom: string | null;
};

export type InstallationRow = Omit<Present, 'origins' | 'credentials'> & {
  readonly id: string;
  readonly workspace: string;
  readonly installationId: string;
  readonly origins: readonly OriginView[];
  readonly credentials: readonly CredentialView[];
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly revision: Revision;
  /** The origins from which browsers may call now: the verified ones of an active installation. */
  readonly believedOrigins: readonly string[];
  /** When the next origin check is due, epoch ms; absent if none is. */
  readonly checkDueAt?: number;
};

export const VERSION = 3;

export const installations: Collection<InstallationRow> = {
  name: versioned('installations', VERSION),
  indexes: [
    { equal: ['workspace'], sort: 'createdAt', asked: 'desc' },
    { equal: ['workspace', 'status'], sort: 'createdAt', asked: 'desc' },
    { equal: ['believedOrigins'] },
    { equal: [], sort: 'checkDueAt', asked: 'asc' },
  ],
  arrays: ['believedOrigins'],
};

type RecordedInstallationEvent = EventOf<InstallationEvent['type']>;

const originsAfter = (
  before: readonly OriginView[],
  { origins }: Present,
  { type, data, metadata: { at } }: RecordedInstallationEvent,
): readonly OriginView[] =>
  origins.map((origin) => {
    const known = before.find(({ id }) => id === origin.id);
    const isVerified = type === 'OriginVerified' && data.originId === origin.id;
    return { ...origin, addedAt: known?.addedAt ?? at, verifiedAt: isVerified ? at : (known?.verifiedAt ?? null) };
  });

const credentialsAfter = (
  before: readonly CredentialView[],
  { credentials }: Present,
  { type, data, metadata: { at, actor } }: RecordedInstallationEvent,
): readonly CredentialView[] =>
  credentials.map((credential) => {
    const known = before.find(({ id }) => id === credential.id);
    const isIssued = type === 'CredentialIssued' && data.credentialId === credential.id;
    const isRevoked = type === 'CredentialRevoked' && data.credentialId === credential.id;
    return {
      ...credential,
      issuedAt: known?.issuedAt ?? at,
      issuedBy: known?.issuedBy ?? actor,
      rotatedFrom: isIssued ? data.rotatedFrom : (known?.rotatedFrom ?? null),
      revokedAt: isRevoked ? at : (known?.revokedAt ?? null),
    };
  });

const nextCheck = ({ status, origins }: Present): Pick<InstallationRow, 'checkDueAt'> => {
  const due = origins.filter((origin) => origin.status === 'pending').map(({ retryAt }) => retryAt ?? 0);
  return due.length === 0 || FINAL.has(status) ? {} : { checkDueAt: Math.min(...due) };
};

const changed = (row: InstallationRow | null, event: RecordedInstallationEvent): InstallationRow | null => {
  const state = evolve(row ?? { status: 'absent' }, event);
  if (state.status === 'absent') return null;
  const { metadata, revision } = event;
  const { platform, displayName, description, status, scopes } = state;
  const origins = originsAfter(row?.origins ?? [], state, event);
  return {
    id: rowId(metadata.workspace, subjectOf(event)),
    workspace: metadata.workspace,
    installationId: subjectOf(event),
    platform,
    displayName,
    description,
    status,
    scopes,
    origins,
    credentials: credentialsAfter(row?.credentials ?? [], state, event),
    createdAt: row?.createdAt ?? metadata.at,
    updatedAt: metadata.at,
    revision,
    believedOrigins:
      status === 'active' ? origins.filter((each) => each.status === 'verified').map(({ origin }) => origin) : [],
    ...nextCheck(state),
  };
};

export const installationFold = defineFold<InstallationRow>({
  collection: installations,
  ids: (event) => [rowId(event.metadata.workspace, subjectOf(event))],
  when: changeAll(EVENT_TYPES.installation, changed),
});
