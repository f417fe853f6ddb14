/** Who may call a route: declared with the route and checked, in one place, before the rest of the request. */
import type { IncomingHttpHeaders } from 'node:http';
import type { Caller, Cause, RequestId } from '../../commands/caller.ts';
import type { ApiKeyScope } from '../../domain/api-key/events.ts';
import type { InstallationScope } from '../../domain/installation/events.ts';
import type { Role } from '../../domain/member/events.ts';
import type { InstallationRow } from '../../projections/installations/installations.ts';

export type Access =
  /** `uncounted`: exempt from the rate limit per address, for health checks. `signingIn`: has a separate rate limit. */
  | { readonly kind: 'anyone'; readonly uncounted?: true; readonly signingIn?: true }
  /** A signed-in user who belongs to a workspace; with `invitee`, also one who belongs to none yet. */
  | { readonly kind: 'signed_in'; readonly invitee?: true }
  /** A user with at least this role in the active workspace. */
  | {
      readonly kind: 'workspace';
      readonly role: Role;
      /** For requests that a page sends by itself: they do not extend the session, and may name the workspace in the query. */
      readonly followed?: true;
    }
  /** A superadmin, without an active workspace. */
  | { readonly kind: 'superadmin' }
  /** The plug-in of an active installation, with the scope unless it is null. */
  | { readonly kind: 'installation'; readonly scope: InstallationScope | null }
  | { readonly kind: 'api_key'; readonly scope: ApiKeyScope };

export const ANYONE = { kind: 'anyone' } as const;
export const UNCOUNTED = { kind: 'anyone', uncounted: true } as const;
export const SIGNING_IN = { kind: 'anyone', signingIn: true } as const;
export const SIGNED_IN = { kind: 'signed_in' } as const;
export const INVITEE = { kind: 'signed_in', invitee: true } as const;
export const SUPERADMIN = { kind: 'superadmin' } as const;
export const MEMBER = { kind: 'workspace', role: 'member' } as const;
export const MEMBER_FOLLOWING = { kind: 'workspace', role: 'member', followed: true } as const;
export const WORKSPACE_ADMIN = { kind: 'workspace', role: 'workspace_admin' } as const;
export const WORKSPACE_SUPERADMIN = { kind: 'workspace', role: 'superadmin' } as const;

/** How a user signed in. */
export type IdentitySource = 'proxy_jwt' | 'oidc' | 'local';

export type Principal = {
  /** Opaque; identifies the user in events. */
  readonly userId: string;
  readonly email: string | null;
  readonly source: IdentitySource;
  readonly superadmin: boolean;
  /** The only workspace that the session reaches, as member or invitee; null if it reaches all of the user's. */
  readonly onlyWorkspace: string | null;
  /** Those that the session reaches. */
  readonly memberships: readonly { readonly workspace: string; readonly role: Role }[];
};

export type Granted = {
  readonly principal?: Principal;
  /** Of what the user's request causes. */
  readonly cause?: Cause;
  /** The actor of commands, in the active workspace. */
  readonly caller?: Caller;
  /** In the active workspace. */
  readonly role?: Role;
  readonly installation?: InstallationRow;
  /** For `followed` access: whether it would still be granted. Throws `Unavailable` if that cannot be determined. */
  readonly isStillGranted?: () => Promise<boolean>;
  /** Sent with every answer, errors included: rate limit and CORS headers. */
  readonly answerHeaders?: Readonly<Record<string, string>>;
  /** Called with the status before the answer is sent. */
  readonly onAnswered?: (status: number) => Promise<void>;
};

/** The results that are always present when access of a kind is granted. */
export const GRANTS = {
  anyone: [],
  signed_in: ['principal', 'cause'],
  superadmin: ['principal', 'cause'],
  workspace: ['principal', 'cause', 'caller', 'role'],
  installation: ['installation'],
  api_key: ['caller'],
} as const satisfies Readonly<Record<Access['kind'], readonly (keyof Granted)[]>>;

/** Whether it is granted to people who sign in, so the route is the dashboard's. */
export const isOfUser = ({ kind }: Access): boolean => GRANTS[kind].some((granted) => granted === 'principal');

/** The check's results, with those that the access guarantees. */
export type GrantedBy<A extends Access> = Granted &
  (A extends unknown ? Required<Pick<Granted, (typeof GRANTS)[A['kind']][number]>> : never);

export type WorkspaceAccess = Extract<Access, { readonly kind: 'workspace' }>;

export type AccessRequest = {
  readonly method: string;
  readonly headers: IncomingHttpHeaders;
  readonly requestId: RequestId;
  /** The route's pattern, not the path that was sent. */
  readonly path: string;
  /** The raw query, without its question mark. */
  readonly query: string;
  /** The client's address; forwarded addresses count only from trusted proxies. */
  readonly address: string;
};

/** Throws `HttpFailure` or `Refused` if access is denied. */
export type Guard = (access: Access, request: AccessRequest) => Promise<Granted>;

export const installationWith = (scope: InstallationScope | null) => ({ kind: 'installation', scope }) as const;
/** For a partner's key with the scope; acts in the key's workspace. */
export const apiKeyWith = (scope: ApiKeyScope) => ({ kind: 'api_key', scope }) as const;
