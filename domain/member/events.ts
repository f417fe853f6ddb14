/** Membership of a workspace and its role: `member-{workspace}~{user id}`. Users appear only as opaque ids. */
import type { DomainEvent } from '../event.ts';

/** In ascending order of power. A superadmin is one in every workspace, wherever the role was granted. */
export const ROLES = ['member', 'workspace_admin', 'superadmin'] as const;
export type Role = (typeof ROLES)[number];

export type MemberEvent =
  /** Has no effect until accepted. */
  | DomainEvent<'MemberInvited', { readonly userId: string; readonly role: Role }>
  | DomainEvent<'InvitationAccepted', { readonly userId: string; readonly role: Role }>
  /** Immediate membership: granted by the operator, or in logs of releases without invitations. */
  | DomainEvent<'MemberAdded', { readonly userId: string; readonly role: Role }>
  /** Of a member or an invitation. */
  | DomainEvent<'MemberRoleChanged', { readonly userId: string; readonly before: Role; readonly role: Role }>
  /** Of a member, or of a withdrawn invitation. */
  | DomainEvent<'MemberRemoved', { readonly userId: string; readonly before: Role }>
  /** Made by the actor for the member or invitee, and replaces an earlier one. `until`: epoch milliseconds. Holds nothing of the link. */
  | DomainEvent<'SignInLinkMade', { readonly userId: string; readonly until: number }>
  | DomainEvent<'SignInLinkWithdrawn', { readonly userId: string }>
  | DomainEvent<'SignInLinkUsed', { readonly userId: string }>;

export const isAtLeast = (role: Role, needed: Role): boolean => ROLES.indexOf(role) >= ROLES.indexOf(needed);
