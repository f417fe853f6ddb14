/** Installations with a credential, and partners' keys, created without the dashboard. */
import { issueApiKey } from '../../commands/credentials/api-keys.ts';
import { issueCredential } from '../../commands/credentials/installation-credentials.ts';
import { newCaller, type Caller } from '../../commands/caller.ts';
import { handle } from '../../commands/handle.ts';
import { installationAggregate } from '../../commands/installation.ts';
import type { ApiKeyScope } from '../../domain/api-key/events.ts';
import { INSTALLATION_SCOPES, type InstallationScope } from '../../domain/installation/events.ts';
import type { InstallationCommand } from '../../domain/installation/installation.ts';
import { randomIds } from '../../infra/system.ts';
import type { Installation } from './installation.ts';

export type PlugIn = {
  readonly id: string;
  readonly credentialId: string;
  readonly credential: string;
  readonly headers: Readonly<Record<string, string>>;
  send(command: InstallationCommand): Promise<void>;
};

const systemIn = (workspace: string): Caller => newCaller(randomIds, workspace, { type: 'system', id: 'test' });

export const sendTo = async (
  installation: Installation,
  workspace: string,
  id: string,
  command: InstallationCommand,
): Promise<void> => {
  await handle(installation, installationAggregate, id, command, systemIn(workspace));
  await installation.settled();
};

/** Active, with this verified origin if given. */
export const plugIn = async (
  installation: Installation,
  {
    workspace = 'org',
    scopes = INSTALLATION_SCOPES,
    origin,
    expiresAt = null,
  }: {
    readonly workspace?: string;
    readonly scopes?: readonly InstallationScope[];
    readonly origin?: string;
    readonly expiresAt?: number | null;
  } = {},
): Promise<PlugIn> => {
  const id = randomIds.next();
  const send = (command: InstallationCommand): Promise<void> => sendTo(installation, workspace, id, command);
  const fields = { platform: 'cms_a', displayName: 'A website', description: null } as const;
  await send({ type: 'CreateInstallation', id, scopes, ...fields });
  if (origin !== undefined) {
    const originId = randomIds.next();
    await send({ type: 'AddOrigin', originId, origin, proof: 'shown' });
    await send({ type: 'RecordOriginCheck', originId, attempt: 1, error: null, now: Date.now() });
  }
  await send({ type: 'MoveInstallation', move: 'activate' });
  const { credential, credentialId } = await issueCredential(installation, id, { expiresAt }, systemIn(workspace));
  await installation.settled();
  return { id, credential, credentialId, headers: { 'x-api-key': credential }, send };
};

/** A partner's key. */
export const partnerKey = async (
  installation: Installation,
  {
    workspace = 'org',
    scopes = ['ingest', 'membership.update'],
    rateLimitPerMinute = 10_000,
  }: {
    readonly workspace?: string;
    readonly scopes?: readonly ApiKeyScope[];
    readonly rateLimitPerMinute?: number;
  } = {},
): Promise<{ readonly keyHash: string; readonly headers: Readonly<Record<string, string>> }> => {
  const settings = { clientName: 'A partner', scopes, rateLimitPerMinute };
  const { key, keyHash } = await issueApiKey(installation, settings, systemIn(workspace));
  await installation.settled();
  return { keyHash, headers: { 'x-api-key': key } };
};
