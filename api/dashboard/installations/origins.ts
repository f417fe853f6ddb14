/** Verified origins, from which browsers may make requests for an installation. */
import { ID } from '../../../domain/limits.ts';
import { randomBytes } from 'node:crypto';
import { handle } from '../../../commands/handle.ts';
import { installationAggregate } from '../../../commands/installation.ts';
import type { OriginCommand } from '../../../domain/installation/origins.ts';
import { installationsProjection } from '../../../projections/installations/index.ts';
import type { OriginView } from '../../../projections/installations/installations.ts';
import { installationOf } from '../../../projections/queries/installations.ts';
import { WORKSPACE_ADMIN } from '../../http/access.ts';
import { keysOf } from '../../../domain/own.ts';
import { route, type Route, type WorkspaceRequest } from '../../http/route.ts';
import { madeId, object, textOf } from '../../http/schemas.ts';
import type { DashboardDeps } from '../deps.ts';
import { changed, PENDING } from '../records/writes.ts';
import { readBack } from '../../http/visible.ts';
import { INSTALLATION_PARAM, ORIGIN, originItem } from './item.ts';

const PATH = '/api/installations/:id/origins';
const PROOF_BYTES = 32;

const VERBS = {
  verify: {
    command: 'RequestOriginCheck',
    summary: 'Verify an origin again',
    description:
      'Fetches the verification file now and, if it is missing, again after 5 s, 30 s, 2 min and 10 min; then verification fails. A verified origin stays verified and is not checked.',
  },
  revoke: {
    command: 'RevokeOrigin',
    summary: 'Revoke an origin',
    description: 'Browsers at the origin are no longer trusted. It can be added again.',
  },
} as const;

export const originRoutes = (deps: DashboardDeps): readonly Route[] => {
  const send = async <Status extends 200 | 201>(
    request: WorkspaceRequest<{ readonly id: string }>,
    command: OriginCommand,
    status: Status,
  ) => {
    const { caller, params, signal } = request;
    const installationId = params.id;
    const { position } = await handle(deps, installationAggregate, installationId, command, caller);
    const read = async (): Promise<OriginView | null> => {
      const row = await installationOf(deps.readModels, caller.workspace, installationId);
      return row?.origins.find(({ id }) => id === command.originId) ?? null;
    };
    const { found, headers } = await readBack(deps, [installationsProjection], { position }, signal, read);
    const later = { status: 202, body: { id: command.originId }, headers } as const;
    return found === null ? later : { status, body: originItem(found), headers };
  };
  return [
    route(`POST ${PATH}`, WORKSPACE_ADMIN, {
      params: { id: INSTALLATION_PARAM },
      summary: 'Add an origin',
      description:
        'The website must serve `verification_token` as plain text at `verification_url`, which is fetched now and retried ' +
        'for about ten minutes. The first verified origin activates a pending installation.',
      body: object({
        origin: textOf(ID.origin, {
          format: 'origin',
          minLength: 1,
          description: 'For example `https://www.example.org`.',
        }),
      }),
      responses: { 201: ORIGIN, 202: PENDING },
      errors: [404, 409],
      handle: (request) => {
        const { origin } = request.body;
        const proof = randomBytes(PROOF_BYTES).toString('base64url');
        return send(request, { type: 'AddOrigin', originId: deps.ids.next(), origin, proof }, 201);
      },
    }),
    ...keysOf(VERBS).map((verb) => {
      const { command: type, ...words } = VERBS[verb];
      return route(`POST ${PATH}/:originId/${verb}`, WORKSPACE_ADMIN, {
        params: { id: INSTALLATION_PARAM, originId: madeId('The id of the origin.') },
        ...words,
        responses: changed(ORIGIN),
        errors: [404, 409],
        handle: (request) => send(request, { type, originId: request.params.originId }, 200),
      });
    }),
  ];
};
