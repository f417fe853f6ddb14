/** Who may call a route: declared with the route, checked in one place before anything else of the request is looked at. */
import type { IncomingHttpHeaders } from 'node:http';
import type { Caller } from '../../commands/caller.ts';
import type { ApiKeyScope } from '../../domain/api-key/events.ts';
import type { InstallationScope } from '../../domain/installation/events.ts';
import type { Role } from '../../domain/member/events.ts';
import type { InstallationRow } from '../../projections/installations/installations.ts';

export type Access =
  /** `uncounted`: not within the rate of an address, such as what watches over the process asks. `signingIn`: within one of its own. */
  | { readonly kind: 'anyone'; readonly uncounted?: true; readonly signingIn?: true }
  /** A signed-in user who belongs to any workspace; `invitee`: or to none yet. */
  | { readonly kind: 'signed_in'; readonly invitee?: true }
  /** A user with at least this role in the active workspace. */
  | {
      readonly kind: 'workspace';
      readonly role: Role;
      /** What a page asks by itself: it keeps no session alive, and may name the workspace in its query. */
      readonly followed?: true;
    }
  /** A superadmin, in no workspace in particular. */
  | { readonly kind: 'superadmin' }
  /** The plug-in of an active installation, with the scope if one is named. */
  | { readonly kind: 'installation'; readonly scope: InstallationScope | null }
  /** A partner's key with the scope. */
  | { readonly kind: 'api_key'; readonly scope: ApiKeyScope };

export const ANYONE = { kind: 'anyone' } as const;
export const WATCHED = { kind: 'anyone', uncounted: true } as const;
export const SIGNING_IN = { kind: 'anyone', signingIn: true } as const;
export const SIGNED_IN = { kind: 'signed_in' } as const;
export const INVITEE = { kind: 'signed_in', invitee: true } as const;
export const SUPERADMIN = { kind: 'superadmin' } as const;
export const MEMBER = { kind: 'workspace', role: 'member' } as const;
export const MEMBER_FOLLOWING = { kind: 'workspace', role: 'member', followed: true } as const;
export const WORKSPACE_ADMIN = { kind: 'workspace', role: 'workspace_admin' } as const;
/** A superadmin at work in one workspace. */
export const WORKSPACE_SUPERADMIN = { kind: 'workspace', role: 'superadmin' } as const;

/** How an identity came to be known (decisions §6). */
export type IdentitySource = 'proxy_jwt' | 'oidc' | 'local';

/** A user who is signed in. */
export type Principal = {
  /** Opaque; what events name the user by. */
  readonly userId: string;
  readonly email: string | null;
  readonly source: IdentitySource;
  readonly superadmin: boolean;
  readonly memberships: readonly { readonly workspace: string; readonly role: Role }[];
};

/** What the check found out. */
export type Granted = {
  readonly principal?: Principal;
  /** On whose behalf commands are sent, in the active workspace. */
  readonly caller?: Caller;
  /** In the active workspace. */
  readonly role?: Role;
  readonly installation?: InstallationRow;
  /** Of a `followed` access: whether it would be granted now. Throws `Unavailable` if that cannot be told. */
  readonly isStillGranted?: () => Promise<boolean>;
  /** Sent with the answer, whatever it is: what is left of a rate, and who may read it. */
  readonly answerHeaders?: Readonly<Record<string, string>>;
  /** Told the status of the answer; the answer waits for it. */
  readonly answered?: (status: number) => Promise<void>;
};

/** What the check finds out whenever it grants an access of the kind. */
export const GRANTS = {
  anyone: [],
  signed_in: ['principal'],
  superadmin: ['principal'],
  workspace: ['principal', 'caller', 'role'],
  installation: ['installation'],
  api_key: ['caller'],
} as const satisfies Readonly<Record<Access['kind'], readonly (keyof Granted)[]>>;

/** What a route with the access may rely on. */
export type GrantedBy<A extends Access> = Granted &
  (A extends unknown ? Required<Pick<Granted, (typeof GRANTS)[A['kind']][number]>> : never);

export type WorkspaceAccess = Extract<Access, { readonly kind: 'workspace' }>;

export type AccessRequest = {
  readonly method: string;
  readonly headers: IncomingHttpHeaders;
  readonly correlationId: string;
  /** Of the route, not what was sent in its place. */
  readonly path: string;
  /** As it was sent, without its question mark. */
  readonly query: string;
  /** Where the request comes from, as far as the proxies in front are believed. */
  readonly address: string;
};

/** Throws `HttpFailure` or `Refused` when the access is not granted. */
export type Guard = (access: Access, request: AccessRequest) => Promise<Granted>;

/** For a plug-in with the scope; null = with any. */
export const installationWith = (scope: InstallationScope | null) => ({ kind: 'installation', scope }) as const;
/** For a partner's key with the scope; what it does lands in the key's workspace. */
export const apiKeyWith = (scope: ApiKeyScope) => ({ kind: 'api_key', scope }) as const;
