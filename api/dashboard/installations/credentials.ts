/** Issues, rotates (with an overlap) and revokes the credentials of an installation; each is shown once. */
import { handle } from '../../../commands/handle.ts';
import {
  issueCredential,
  rotateCredential,
  type IssuedCredential,
} from '../../../commands/credentials/installation-credentials.ts';
import { installationAggregate } from '../../../commands/installation.ts';
import { ACCESS } from '../../../domain/limits.ts';
import { installationsProjection } from '../../../projections/installations/index.ts';
import { installationOf } from '../../../projections/queries/installations.ts';
import { WORKSPACE_ADMIN } from '../../http/access.ts';
import { route, type Route, type WorkspaceRequest } from '../../http/route.ts';
import { integerOf, LATEST_MS, madeId, object, STRING } from '../../http/schemas.ts';
import type { DashboardDeps } from '../deps.ts';
import { changed } from '../records/writes.ts';
import { readBack } from '../../http/visible.ts';
import { CREDENTIAL, credentialItems, INSTALLATION_PARAM } from './item.ts';

const PATH = '/api/installations/:id/credentials';
const PARAMS = {
  id: INSTALLATION_PARAM,
  credentialId: madeId('The id of the credential, not the credential itself.'),
};
const A_DAY_S = 86_400;

const EXPIRES_AT = {
  type: ['integer', 'null'],
  minimum: 1,
  maximum: LATEST_MS,
  default: null,
  description: 'Epoch milliseconds, in the future; null = never.',
} as const;
const OVERLAP = integerOf(0, ACCESS.overlapSeconds, {
  default: A_DAY_S,
  description: 'Seconds for which the old credential keeps working; default one day, 0 = ends now.',
});
const SHOWN_ONCE = { credential: { ...STRING, description: 'The credential. Shown only in this response.' } };

/** Includes the credential even if the rows are stale, since it cannot be shown later. */
const ISSUED = object({ ...SHOWN_ONCE, ...CREDENTIAL.properties });
const ISSUED_LATER = object({ ...SHOWN_ONCE, id: STRING });

export const credentialRoutes = (deps: DashboardDeps): readonly Route[] => {
  /** `once`: the part shown only in this response. */
  const shown = async <Status extends 200 | 201, Once>(
    { caller, params, signal }: WorkspaceRequest<{ readonly id: string }>,
    status: Status,
    { credentialId: id, position, ...once }: Once & Omit<IssuedCredential, 'credential'>,
  ) => {
    const read = async () => {
      const row = await installationOf(deps.readModels, caller.workspace, params.id);
      const view = row?.credentials.find((each) => each.id === id);
      return view === undefined ? null : (await credentialItems(deps, caller.workspace, [view]))(view);
    };
    const { found, headers } = await readBack(deps, [installationsProjection], { position }, signal, read);
    const later = { status: 202, body: { ...once, id }, headers } as const;
    return found === null ? later : { status, body: { ...once, ...found }, headers };
  };
  return [
    route(`POST ${PATH}`, WORKSPACE_ADMIN, {
      params: { id: INSTALLATION_PARAM },
      summary: 'Issue a credential',
      description: 'The credential is shown only in this response. It works while the installation is active.',
      body: object({ expires_at: EXPIRES_AT }, ['expires_at']),
      responses: { 201: ISSUED, 202: ISSUED_LATER },
      errors: [404, 409],
      handle: async (request) => {
        const { expires_at: expiresAt = null } = request.body;
        return shown(request, 201, await issueCredential(deps, request.params.id, { expiresAt }, request.caller));
      },
    }),
    route(`POST ${PATH}/:credentialId/rotate`, WORKSPACE_ADMIN, {
      params: PARAMS,
      summary: 'Rotate a credential',
      description:
        'Issues a new credential, shown once; the old one keeps working for the overlap. 409 if it is expired or revoked.',
      body: object({ overlap_seconds: OVERLAP, expires_at: EXPIRES_AT }, ['overlap_seconds', 'expires_at']),
      responses: { 200: ISSUED, 202: ISSUED_LATER },
      errors: [404, 409],
      handle: async (request) => {
        const { body, params, caller } = request;
        const rotation = {
          credentialId: params.credentialId,
          expiresAt: body.expires_at ?? null,
          overlapMs: (body.overlap_seconds ?? A_DAY_S) * 1_000,
        };
        return shown(request, 200, await rotateCredential(deps, params.id, rotation, caller));
      },
    }),
    route(`POST ${PATH}/:credentialId/revoke`, WORKSPACE_ADMIN, {
      params: PARAMS,
      summary: 'Revoke a credential',
      description: 'Permanent and idempotent.',
      responses: changed(CREDENTIAL),
      errors: [404],
      handle: async (request) => {
        const { id, credentialId } = request.params;
        const command = { type: 'RevokeCredential', credentialId } as const;
        const { position } = await handle(deps, installationAggregate, id, command, request.caller);
        return shown(request, 200, { credentialId, position });
      },
    }),
  ];
};
