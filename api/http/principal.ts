/** A user who is signed in. */
import type { Role } from '../../domain/member/events.ts';

/** How an identity came to be known (decisions §6). */
export type IdentitySource = 'proxy_jwt' | 'oidc' | 'local';

export type Principal = {
  /** Opaque; what events name the user by. */
  readonly userId: string;
  readonly email: string | null;
  readonly source: IdentitySource;
  readonly superadmin: boolean;
  readonly memberships: readonly { readonly workspace: string; readonly role: Role }[];
};
