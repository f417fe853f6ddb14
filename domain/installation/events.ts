/** A website's plug-in, registered by an institute: `installation-{workspace}~{id}`. Events contain hashes, never secrets. */
import type { DomainEvent } from '../event.ts';

export const PLATFORMS = ['cms_a', 'cms_b'] as const;
export type Platform = (typeof PLATFORMS)[number];

export const INSTALLATION_SCOPES = ['publications.read', 'works.read', 'projects.read', 'people.read'] as const;
export type InstallationScope = (typeof INSTALLATION_SCOPES)[number];

export type InstallationFields = {
  readonly platform: Platform;
  readonly displayName: string;
  readonly description: string | null;
};

type Nothing = Record<string, never>;
type OfOrigin = { readonly originId: string };
type OfCredential = { readonly credentialId: string; readonly hash: string };

export type InstallationEvent =
  | DomainEvent<
      'InstallationCreated',
      InstallationFields & { readonly id: string; readonly scopes: readonly InstallationScope[] }
    >
  | DomainEvent<
      'InstallationRevised',
      { readonly before: Partial<InstallationFields>; readonly after: Partial<InstallationFields> }
    >
  | DomainEvent<
      'InstallationScopesChanged',
      { readonly before: readonly InstallationScope[]; readonly after: readonly InstallationScope[] }
    >
  | DomainEvent<'InstallationActivated', Nothing>
  | DomainEvent<'InstallationDisabled', Nothing>
  /** Final, like the next one. */
  | DomainEvent<'InstallationRevoked', Nothing>
  | DomainEvent<'InstallationArchived', Nothing>
  /** `proof` is what the website must publish; it grants no access. */
  | DomainEvent<'OriginAdded', OfOrigin & { readonly origin: string; readonly proof: string }>
  /** Verification starts again from the first attempt. */
  | DomainEvent<'OriginCheckRequested', OfOrigin>
  | DomainEvent<'OriginVerified', OfOrigin>
  /** `retryAt`: time of the next attempt, epoch ms; null = none until verification is requested again. */
  | DomainEvent<
      'OriginCheckFailed',
      OfOrigin & { readonly attempt: number; readonly error: string; readonly retryAt: number | null }
    >
  | DomainEvent<'OriginRevoked', OfOrigin>
  /** `hash`: SHA-256 of the credential, hex. `expiresAt`: epoch ms, null = never. `rotatedFrom`: a credential's id. */
  | DomainEvent<
      'CredentialIssued',
      OfCredential & { readonly expiresAt: number | null; readonly rotatedFrom: string | null }
    >
  /** The old credential of a rotation, valid until `expiresAt`, epoch ms. */
  | DomainEvent<'CredentialReplaced', OfCredential & { readonly replacedBy: string; readonly expiresAt: number }>
  | DomainEvent<'CredentialRevoked', OfCredential>;
