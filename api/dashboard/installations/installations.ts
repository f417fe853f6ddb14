/** Installations: administrators create, revise and activate or end them. */
import { TEXT } from '../../../domain/limits.ts';
import { installationAggregate } from '../../../commands/installation.ts';
import type { InstallationMove } from '../../../domain/installation/installation.ts';
import { INSTALLATION_STATUSES } from '../../../domain/installation/state.ts';
import { parseEntityId } from '../../../domain/workspace/id.ts';
import { installationsProjection } from '../../../projections/installations/index.ts';
import { installationOf, installationsOf } from '../../../projections/queries/installations.ts';
import { listed } from '../../../projections/queries/listing.ts';
import { WORKSPACE_ADMIN } from '../../http/access.ts';
import { defined, keysOf } from '../../../domain/own.ts';
import { listingRoute } from '../../http/listing-route.ts';
import { route, type Route } from '../../http/route.ts';
import type { ShownOf } from '../../http/schema-types.ts';
import { givenId, NOT_BLANK, object, optionalObject, textOf, textOrNullOf } from '../../http/schemas.ts';
import { READERS } from '../access/readers.ts';
import type { DashboardDeps } from '../deps.ts';
import { mustExist } from '../../../domain/must-exist.ts';
import { staffPages } from '../paging.ts';
import { changed, created, writerOf, type Shown } from '../records/writes.ts';
import { INSTALLATION, INSTALLATION_PARAM, installationItems, PLATFORM, SCOPES } from './item.ts';

const PATH = '/api/installations';
const NAME = textOf(TEXT.labelCharacters, NOT_BLANK);
const DESCRIPTION = textOrNullOf(TEXT.noteCharacters);

const MOVES: Readonly<Record<InstallationMove, { readonly summary: string; readonly description: string }>> = {
  activate: {
    summary: 'Activate an installation',
    description: 'Its credentials work, even without a verified origin. 409 if it is revoked or archived.',
  },
  disable: {
    summary: 'Disable an installation',
    description: 'Its credentials are rejected until it is activated again.',
  },
  revoke: { summary: 'Revoke an installation', description: 'Permanent: its credentials never work again.' },
  archive: { summary: 'Archive an installation', description: 'Permanent: it is kept only for reference.' },
};

export const installationRoutes = (deps: DashboardDeps): readonly Route[] => {
  const show = async (workspace: string, id: string): Promise<Shown<ShownOf<typeof INSTALLATION>> | null> => {
    const row = await installationOf(deps.readModels, workspace, id);
    const [body] = row === null ? [] : await installationItems(deps, workspace, [row]);
    return row === null || body === undefined ? null : { body, revision: row.revision };
  };
  const write = writerOf(deps, installationAggregate, [installationsProjection], show);
  return [
    listingRoute(PATH, READERS.installation, {
      summary: 'List installations',
      description: 'Installations in any state, newest first; `status` selects one state.',
      pages: staffPages(deps.readModels),
      name: 'installations',
      item: INSTALLATION,
      filters: {
        status: { type: 'string', enum: INSTALLATION_STATUSES, description: 'Only installations in this state.' },
      },
      listing: ({ status }, { caller: { workspace } }) =>
        listed(installationsOf(workspace, status), (rows) => installationItems(deps, workspace, rows)),
    }),
    route(`POST ${PATH}`, WORKSPACE_ADMIN, {
      summary: 'Create an installation',
      description:
        'The installation is a draft until an origin is verified or an administrator activates it. 409 if the id exists.',
      body: object(
        {
          id: givenId('Default: a random id.'),
          platform: PLATFORM,
          display_name: NAME,
          description: DESCRIPTION,
          scopes: { ...SCOPES, default: [] },
        },
        ['id', 'description', 'scopes'],
      ),
      responses: created(INSTALLATION),
      errors: [409, 412],
      handle: (request) => {
        const { id: given, platform, display_name, description = null, scopes = [] } = request.body;
        const id = parseEntityId(given ?? deps.ids.next());
        const fields = { platform, displayName: display_name, description };
        return write(request, id, { type: 'CreateInstallation', id, scopes, ...fields }, 201);
      },
    }),
    route(`GET ${PATH}/:id`, READERS.installation, {
      params: { id: INSTALLATION_PARAM },
      summary: 'One installation',
      description: 'With its origins and their verification tokens, and its credentials, without their secrets.',
      responses: { 200: INSTALLATION },
      errors: [404],
      handle: async ({ params, caller: { workspace } }) => mustExist(await show(workspace, params.id), 'installation'),
    }),
    route(`PATCH ${PATH}/:id`, WORKSPACE_ADMIN, {
      params: { id: INSTALLATION_PARAM },
      summary: 'Revise an installation',
      description: 'Omitted fields stay unchanged. `scopes` replaces all scopes, also for existing credentials.',
      body: optionalObject({ platform: PLATFORM, display_name: NAME, description: DESCRIPTION, scopes: SCOPES }),
      responses: changed(INSTALLATION),
      errors: [404, 409, 412],
      handle: (request) => {
        const { platform, display_name: displayName, description, scopes } = request.body;
        const fields = defined({ platform, displayName, description });
        return write(request, request.params.id, { type: 'ReviseInstallation', fields, ...defined({ scopes }) });
      },
    }),
    ...keysOf(MOVES).map((move) =>
      route(`POST ${PATH}/:id/${move}`, WORKSPACE_ADMIN, {
        params: { id: INSTALLATION_PARAM },
        ...MOVES[move],
        responses: changed(INSTALLATION),
        errors: [404, 409, 412],
        handle: (request) => write(request, request.params.id, { type: 'MoveInstallation', move }),
      }),
    ),
  ];
};
