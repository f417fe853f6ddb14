/** Who belongs to a workspace, and as what: `member-{workspace}~{user id}`. Users are named by opaque ids alone. */
import type { DomainEvent } from '../event.ts';

/** In order of power. A superadmin is one in every workspace, whichever the role was granted in. */
export const ROLES = ['member', 'workspace_admin', 'superadmin'] as const;
export type Role = (typeof ROLES)[number];

export type MemberEvent =
  /** Counts for nothing until it is accepted. */
  | DomainEvent<'MemberInvited', { readonly userId: string; readonly role: Role }>
  | DomainEvent<'InvitationAccepted', { readonly userId: string; readonly role: Role }>
  /** A member at once: by the operator, and in logs of releases that had no invitations. */
  | DomainEvent<'MemberAdded', { readonly userId: string; readonly role: Role }>
  /** Of a member, or of an invitation. */
  | DomainEvent<'MemberRoleChanged', { readonly userId: string; readonly before: Role; readonly role: Role }>
  /** Of a member, or of an invitation that was withdrawn. */
  | DomainEvent<'MemberRemoved', { readonly userId: string; readonly before: Role }>;

export const isAtLeast = (role: Role, needed: Role): boolean => ROLES.indexOf(role) >= ROLES.indexOf(needed);
