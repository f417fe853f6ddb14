/** Workspaces: superadmins create and rename them. */
import { TEXT } from '../../domain/limits.ts';
import { makeWorkspace } from '../../commands/bootstrap.ts';
import { newCaller } from '../../commands/caller.ts';
import { handle } from '../../commands/handle.ts';
import { workspaceAggregate } from '../../commands/aggregates.ts';
import type { Actor } from '../../domain/event.ts';
import { catalogue } from '../../projections/catalogue/index.ts';
import { countsOfEach } from '../../projections/queries/workspace-counts.ts';
import { listed } from '../../projections/queries/listing.ts';
import { ALL_WORKSPACES, workspaceById } from '../../projections/queries/members.ts';
import { workspacesProjection } from '../../projections/workspaces/index.ts';
import type { WorkspaceRow } from '../../projections/workspaces/workspaces.ts';
import { SUPERADMIN, type GrantedBy } from '../http/access.ts';
import { ifMatch } from '../http/etag.ts';
import { listingRoute } from '../http/listing-route.ts';
import { route, type Route } from '../http/route.ts';
import type { ShownOf } from '../http/schema-types.ts';
import type { DashboardDeps } from './deps.ts';
import { mustExist } from '../../domain/must-exist.ts';
import { staffPages } from './paging.ts';
import { changed, created } from './records/writes.ts';
import { BOOLEAN, COUNT, givenId, MILLISECONDS, NOT_BLANK, object, STRING, textOf, titled } from '../http/schemas.ts';
import { readBack } from '../http/visible.ts';

const NAME = textOf(TEXT.nameCharacters, NOT_BLANK);
const ID = givenId();
const COUNTS = {
  ...object({
    publications: { ...COUNT, description: 'Excludes deleted publications.' },
    people: { ...COUNT, description: 'Excludes archived people.' },
    members: { ...COUNT, description: 'Excludes invitees.' },
  }),
  description: 'Only with `counts`.',
} as const;
const ITEM = titled('Workspace', { id: STRING, name: STRING, created_at: MILLISECONDS, counts: COUNTS }, ['counts']);
const WITH_COUNTS = {
  counts: { ...BOOLEAN, default: false, description: 'Include the numbers of publications, people and members.' },
} as const;

type Shown = ShownOf<typeof ITEM>;

const itemOf = ({ id, name, createdAt }: WorkspaceRow): Shown => ({ id, name, created_at: createdAt });

const actorOf = ({ principal }: GrantedBy<typeof SUPERADMIN>): Actor => ({ type: 'user', id: principal.userId });

export const workspaceRoutes = (deps: DashboardDeps): readonly Route[] => {
  /** Counts in bulk, to avoid one query per row. */
  const shownOf = async (rows: readonly WorkspaceRow[], isCounted: boolean): Promise<(row: WorkspaceRow) => Shown> => {
    if (!isCounted) return itemOf;
    const ids = rows.map(({ id }) => id);
    const counts = await countsOfEach(deps.readModels, ids);
    return (one) => {
      const has = counts.get(one.id);
      return { ...itemOf(one), ...(has !== undefined && { counts: has }) };
    };
  };

  return [
    listingRoute('/api/workspaces', SUPERADMIN, {
      summary: 'List workspaces',
      description: 'All workspaces of this installation, oldest first.',
      pages: staffPages(deps.readModels),
      name: 'workspaces',
      item: ITEM,
      query: WITH_COUNTS,
      listing: (_requested, { query: { counts } }) =>
        listed(ALL_WORKSPACES, async (rows) => rows.map(await shownOf(rows, counts))),
    }),
    route('POST /api/workspaces', SUPERADMIN, {
      summary: 'Create a workspace',
      description:
        'The new workspace contains the entity `org`. 201 for a new workspace; 200 if it exists and the request has no different name, else 409. Default name: the id.',
      body: object({ id: ID, name: NAME }, ['name']),
      responses: created(ITEM),
      errors: [409],
      handle: async (request) => {
        const { id, name } = request.body;
        const fields = name === undefined ? { id } : { id, name: name.trim() };
        const by = { actor: actorOf(request), ...request.cause };
        const written = await makeWorkspace(deps, fields, by);
        const rows = [workspacesProjection, catalogue];
        const read = (): Promise<WorkspaceRow | null> => workspaceById(deps.readModels, id);
        const { found, headers } = await readBack(deps, rows, written, request.signal, read);
        if (found === null) return { status: 202, body: { id }, headers };
        return { status: written.created ? 201 : 200, body: itemOf(found) };
      },
    }),
    route('GET /api/workspaces/:id', SUPERADMIN, {
      params: { id: ID },
      summary: 'One workspace',
      description: 'The name and creation time of a workspace.',
      query: WITH_COUNTS,
      responses: { 200: ITEM },
      errors: [404],
      handle: async (request) => {
        const found = mustExist(await workspaceById(deps.readModels, request.params.id), 'workspace');
        const show = await shownOf([found], request.query.counts);
        return { body: show(found), revision: found.revision };
      },
    }),
    route('PATCH /api/workspaces/:id', SUPERADMIN, {
      params: { id: ID },
      summary: 'Rename a workspace',
      description: 'Changes the display name; the id stays the same.',
      body: object({ name: NAME }),
      responses: changed(ITEM),
      errors: [404, 412],
      handle: async (request) => {
        const id = request.params.id;
        const { name } = request.body;
        const caller = { ...newCaller(deps.ids, id, actorOf(request)), ...request.cause };
        const command = { type: 'RenameWorkspace', name: name.trim() } as const;
        const written = await handle(deps, workspaceAggregate, id, command, caller, ifMatch(request));
        const read = (): Promise<WorkspaceRow | null> => workspaceById(deps.readModels, id);
        const { found, headers } = await readBack(deps, [workspacesProjection], written, request.signal, read);
        return found === null ? { status: 202, body: { id }, headers } : { body: itemOf(found), headers };
      },
    }),
  ];
};
