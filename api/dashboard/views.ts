/** Saved views of the list of publications: the workspace's, and the caller's own. */
import { viewAggregate } from '../../commands/aggregates.ts';
import { ownViews, removeOwnView, saveOwnView, type Owner } from '../../commands/own-views.ts';
import { handle } from '../../commands/handle.ts';
import { VIEWS } from '../../domain/limits.ts';
import type { ViewCommand, Views } from '../../domain/view/view.ts';
import { viewsIn } from '../../projections/queries/views.ts';
import { viewsProjection } from '../../projections/views.ts';
import { MEMBER } from '../http/access.ts';
import { sorting } from '../http/listing.ts';
import { queryParser } from '../http/query.ts';
import { route, type Route, type WorkspaceRequest } from '../http/route.ts';
import { BOOLEAN, NOT_BLANK, object, STRING, textOf, titled } from '../http/schemas.ts';
import { waitUntilVisible } from '../http/visible.ts';
import type { DashboardDeps } from './deps.ts';
import { FILTER, filtersAsked, STAFF_LISTING } from './publications/list.ts';
import { DONE } from './records/writes.ts';

const LIST = 'publications';
const QUERY = { ...FILTER.properties, ...sorting(STAFF_LISTING.sorts) } as const;
const parse = queryParser({ query: QUERY });

const NAME = textOf(VIEWS.nameCharacters, { minLength: 1, ...NOT_BLANK, description: 'Of one view in its place.' });
const SHARED = {
  ...BOOLEAN,
  description: "True: the workspace's, for all of its members. False: the caller's own.",
} as const;
const ITEM = titled('SavedView', {
  name: STRING,
  query: { ...STRING, description: 'As saved: parameters that are no longer known are to be ignored.' },
  shared: SHARED,
});

const itemsOf = (views: Views, shared: boolean) => [...views].map(([name, query]) => ({ name, query, shared }));

/** Throws `Refused('invalid')` for what the listing would refuse. */
const mustBeQuery = (workspace: string, query: string): void => void filtersAsked(workspace, parse(query));

export const viewRoutes = (deps: DashboardDeps): readonly Route[] => {
  const ownerIn = ({ principal: { userId }, caller: { workspace } }: WorkspaceRequest): Owner => ({
    userId,
    workspace,
  });
  const send = async ({ caller, signal }: WorkspaceRequest, command: ViewCommand) =>
    waitUntilVisible(
      deps,
      [viewsProjection],
      { position: (await handle(deps, viewAggregate, LIST, command, caller)).position },
      signal,
    );

  return [
    route('GET /api/views', MEMBER, {
      summary: 'List saved views',
      description:
        'The saved views of the list of publications: those of the workspace and the own ones of the caller, by name.',
      responses: { 200: object({ views: { type: 'array', items: ITEM } }) },
      handle: async (request) => {
        const shared = await viewsIn(deps.readModels, request.caller.workspace);
        const own = await ownViews(deps, ownerIn(request));
        const views = [...itemsOf(shared, true), ...itemsOf(own, false)];
        return { body: { views: views.sort((a, b) => a.name.localeCompare(b.name, 'en')) } };
      },
    }),
    route('POST /api/views', MEMBER, {
      summary: 'Save a view',
      description:
        'Names a query of the list of publications. A view with the same name, shared or own as this one, gets the new query. ' +
        `At most ${VIEWS.perWorkspace} views are shared in a workspace, and ${VIEWS.perPerson} are one person's own (409). A shared view is an event, which can be undone.`,
      body: object({
        name: NAME,
        query: textOf(VIEWS.queryCharacters, {
          description:
            'Filters and order as in the query of `GET /api/publications`, such as `publication_type=book&sort=title`.',
        }),
        shared: SHARED,
      }),
      responses: DONE,
      errors: [409],
      handle: async (request) => {
        const { name, query, shared } = request.body;
        mustBeQuery(request.caller.workspace, query);
        if (shared) return { body: { success: true }, headers: await send(request, { type: 'SaveView', name, query }) };
        await saveOwnView(deps, ownerIn(request), { name, query });
        return { body: { success: true } };
      },
    }),
    route('DELETE /api/views', MEMBER, {
      summary: 'Remove a saved view',
      description:
        'Removes the view with this name, shared or own. A shared view is removed for everyone, which can be undone.',
      query: { name: NAME, shared: SHARED },
      requiredQuery: ['name', 'shared'],
      responses: DONE,
      errors: [404],
      handle: async (request) => {
        const { name = '', shared } = request.query;
        if (shared === true)
          return { body: { success: true }, headers: await send(request, { type: 'RemoveView', name }) };
        await removeOwnView(deps, ownerIn(request), name);
        return { body: { success: true } };
      },
    }),
  ];
};
