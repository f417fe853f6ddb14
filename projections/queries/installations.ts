/** Installations of a workspace, by id and by credential, and those with origins that are due for a check. */
import { LONGEST_WAIT_MS } from '../../domain/installation/origins.ts';
import type { InstallationStatus } from '../../domain/installation/state.ts';
import { credentials, type CredentialRow } from '../installations/credentials.ts';
import { installations, type InstallationRow } from '../installations/installations.ts';
import { rowId } from '../ids.ts';
import { having, type ReadModels } from '../ports.ts';
import { outside } from './outside.ts';
import type { Rows } from './listing.ts';

/** Newest first. */
export const installationsOf = (workspace: string, status: InstallationStatus | null): Rows<InstallationRow> => ({
  collection: installations,
  where: { all: having({ workspace, status }) },
  sort: { field: 'createdAt', dir: 'desc' },
});

export const installationOf = (
  readModels: ReadModels,
  workspace: string,
  installationId: string,
): Promise<InstallationRow | null> => readModels.get(installations, rowId(workspace, installationId));

export type Credentialed = { readonly credential: CredentialRow; readonly installation: InstallationRow };

/** The credential with this SHA-256 and its installation; null if there is none. */
export const byCredential = async (readModels: ReadModels, hash: string): Promise<Credentialed | null> => {
  const credential = await readModels.get(credentials, hash);
  if (credential === null) return null;
  const installation = await installationOf(readModels, credential.workspace, credential.installationId);
  return installation === null ? null : { credential, installation };
};

/** Whether browsers may call from this origin, for any active installation. */
export const isTrustedOrigin = async (readModels: ReadModels, origin: string): Promise<boolean> =>
  (await readModels.count(installations, { all: [{ field: 'believedOrigins', contains: origin }] })) > 0;

/** Installations of any workspace with an origin check due by `now` (epoch ms), longest due first. */
export const dueForCheck = (
  readModels: ReadModels,
  { now, limit }: { readonly now: number; readonly limit: number },
): Promise<readonly InstallationRow[]> =>
  outside({ before: now, after: now + LONGEST_WAIT_MS, limit }, (range) =>
    readModels.find(installations, {
      where: { all: [{ field: 'checkDueAt', ...range }] },
      sort: { field: 'checkDueAt', dir: 'asc' },
      limit,
    }),
  );
