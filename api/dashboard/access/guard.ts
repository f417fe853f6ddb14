/** The dashboard's guard: authorizes every request before its body is read. */
import { causeOf, newCaller } from '../../../commands/caller.ts';
import { requestCounter } from '../../../commands/credentials/rates.ts';
import { SIGN_IN } from '../../../domain/limits.ts';
import { isAtLeast } from '../../../domain/member/events.ts';
import type { Access, Guard, AccessRequest } from '../../http/access.ts';
import { HttpFailure } from '../../http/errors.ts';
import { countedByAddress } from '../../keys/rate.ts';
import type { DashboardDeps } from '../deps.ts';
import { identify, unauthenticated } from './identify.ts';
import { mustBeSameOrigin } from './same-origin.ts';
import { activeWorkspace, WORKSPACE_HEADER, WORKSPACE_PARAMETER } from './workspace.ts';

const READS: ReadonlySet<string> = new Set(['GET', 'HEAD']);

const forbidden = (needed: string): HttpFailure => new HttpFailure(403, 'your role does not allow this', { needed });

/** A repeated header counts as missing. */
const single = (value: string | readonly string[] | undefined): string | undefined =>
  typeof value === 'string' ? value.trim() : undefined;

/** `EventSource` cannot send headers, so a page that follows changes names the workspace in the query. */
const isFollowed = (access: Access): boolean => access.kind === 'workspace' && access.followed === true;

/** The requested workspace, and the parameter that names it, if it was not the header. */
const workspaceIn = (
  access: Access,
  { headers, query }: AccessRequest,
): readonly [workspace: string | undefined, where?: { readonly parameter: string }] => {
  const named = isFollowed(access) ? new URLSearchParams(query).get(WORKSPACE_PARAMETER) : null;
  return named === null ? [single(headers[WORKSPACE_HEADER])] : [named, { parameter: WORKSPACE_PARAMETER }];
};

export const dashboardGuard = (deps: DashboardDeps): Guard => {
  const count = requestCounter(deps.state);
  const guard: Guard = async (access, request) => {
    const { method, headers, requestId, address } = request;
    if (access.kind === 'anyone') {
      if (access.signingIn === true) await countedByAddress(count, 'sign-in', address, SIGN_IN.perMinute);
      return {};
    }
    if (access.kind === 'installation' || access.kind === 'api_key') throw new Error('the dashboard accepts no keys');
    const signedIn = await identify(deps, headers, isFollowed(access) ? 'in_background' : undefined);
    if (signedIn === null) throw unauthenticated('not signed in');
    const { byBearer, ...principal } = signedIn;
    if (!READS.has(method) && !byBearer) mustBeSameOrigin(headers, deps);
    const actor = { type: 'user', id: principal.userId } as const;
    const cause = causeOf(actor, requestId);
    if (access.kind === 'signed_in' && access.invitee === true) return { principal, cause };
    if (principal.memberships.length === 0)
      throw new HttpFailure(403, 'you belong to no workspace', { accepted: 'an invitation that you accept' });

    if (access.kind === 'superadmin' && !principal.superadmin) throw forbidden('superadmin');
    if (access.kind === 'signed_in' || access.kind === 'superadmin') return { principal, cause };
    const { workspace, role } = await activeWorkspace(deps.readModels, principal, ...workspaceIn(access, request));
    if (!isAtLeast(role, access.role)) throw forbidden(access.role);
    const caller = { ...newCaller(deps.ids, workspace, actor), ...cause };
    const isStillGranted = (): Promise<boolean> =>
      guard(access, request).then(
        (granted) => granted.principal?.userId === principal.userId,
        (error: unknown) => {
          if (error instanceof HttpFailure) return false;
          throw error;
        },
      );
    return { principal, cause, role, caller, ...(isFollowed(access) && { isStillGranted }) };
  };
  return guard;
};
