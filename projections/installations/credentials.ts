/** Installation credentials by SHA-256, under which every request of a plug-in is looked up. */
import { defineFold, versioned } from '../define.ts';
import { subjectOf } from '../ids.ts';
import type { Collection } from '../ports.ts';
import { VERSION } from './installations.ts';

export type CredentialRow = {
  /** SHA-256 of the credential, hex. */
  readonly id: string;
  readonly workspace: string;
  readonly installationId: string;
  readonly credentialId: string;
  /** Epoch ms; null = never. */
  readonly expiresAt: number | null;
  readonly revoked: boolean;
};

export const credentials: Collection<CredentialRow> = {
  name: versioned('installation_credentials', VERSION),
  indexes: [],
};

export const credentialFold = defineFold<CredentialRow>({
  collection: credentials,
  ids: ({ type, data }) =>
    type === 'CredentialIssued' || type === 'CredentialReplaced' || type === 'CredentialRevoked' ? [data.hash] : [],
  when: {
    CredentialIssued: (_row, event, id) => ({
      id,
      workspace: event.metadata.workspace,
      installationId: subjectOf(event),
      credentialId: event.data.credentialId,
      expiresAt: event.data.expiresAt,
      revoked: false,
    }),
    CredentialReplaced: (row, { data: { expiresAt } }) => (row === null ? null : { ...row, expiresAt }),
    CredentialRevoked: (row) => (row === null ? null : { ...row, revoked: true }),
  },
});
