/** Creates credentials of installations: shown once, stored as a hash, replaced with an overlap. */
import type { Position } from '../../domain/event.ts';
import type { Caller } from '../caller.ts';
import { handle, type Deps } from '../handle.ts';
import { hashOf } from '../identity/secret.ts';
import { installationAggregate } from '../installation.ts';
import { credentialFrom } from './format.ts';

export type IssuedCredential = {
  /** Shown only here. */
  readonly credential: string;
  readonly credentialId: string;
  readonly position: Position | null;
};

/** Times in epoch ms. Throws `Refused`. */
export const issueCredential = async (
  deps: Deps,
  installationId: string,
  { expiresAt }: { readonly expiresAt: number | null },
  caller: Caller,
): Promise<IssuedCredential> => {
  const credential = credentialFrom('coli_');
  const [credentialId, hash, now] = [deps.ids.next(), hashOf(credential), deps.clock.now()];
  const command = { type: 'IssueCredential', credentialId, hash, expiresAt, now } as const;
  const { position } = await handle(deps, installationAggregate, installationId, command, caller);
  return { credential, credentialId, position };
};

/** Replaces a credential; the old one stays valid for `overlapMs`. Throws `Refused`. */
export const rotateCredential = async (
  deps: Deps,
  installationId: string,
  { credentialId, expiresAt, overlapMs }: { credentialId: string; expiresAt: number | null; overlapMs: number },
  caller: Caller,
): Promise<IssuedCredential> => {
  const credential = credentialFrom('coli_');
  const [newCredentialId, hash, now] = [deps.ids.next(), hashOf(credential), deps.clock.now()];
  const rest = { newCredentialId, hash, expiresAt, oldExpiresAt: now + overlapMs, now };
  const command = { type: 'RotateCredential', credentialId, ...rest } as const;
  const { position } = await handle(deps, installationAggregate, installationId, command, caller);
  return { credential, credentialId: newCredentialId, position };
};
