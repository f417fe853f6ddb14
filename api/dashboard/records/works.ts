/** Works without a DOI: harvested or made by staff; what staff change survives every refresh. */
import { ID as ID_LIMITS } from '../../../domain/limits.ts';
import { workAggregate } from '../../../commands/work.ts';
import type { CslItem } from '../../../domain/csl.ts';
import { parseOrcid } from '../../../domain/orcid.ts';
import { changesTo } from '../../../domain/publication/overlay.ts';
import { listWorks, workByKey, WORK_SORTS } from '../../../projections/queries/works.ts';
import { worksProjection } from '../../../projections/works.ts';
import { MEMBER } from '../../http/access.ts';
import { ORCID } from '../../http/identifiers.ts';
import { defined, keysOf } from '../../../domain/own.ts';
import { CSL_TYPE, PUBLICATION_YEAR, SEARCH, showing } from '../../http/listing.ts';
import { listingRoute } from '../../http/listing-route.ts';
import { route, type Route } from '../../http/route.ts';
import type { ShownOf } from '../../http/schema.ts';
import type { DashboardDeps } from '../deps.ts';
import { mustExist } from '../../../domain/must-exist.ts';
import { STAFF_PAGES } from '../paging.ts';
import { object, optionalObject, textOf } from '../../http/schemas.ts';
import { moveRoutes } from './moves.ts';
import { STATUS } from './schemas.ts';
import { recordOf, WORK_FIELDS, WORK_ITEM, workItem } from './work-item.ts';
import { changed, created, writerOf, type Shown } from './writes.ts';

const ID = {
  type: 'string',
  pattern: `^[a-z0-9][a-z0-9.:-]{0,${ID_LIMITS.key - 1}}$`,
  maxLength: ID_LIMITS.key,
  description: 'Such as `isbn:9780306406157`. Default: made by the server.',
} as const;

const PARAMS = {
  id: textOf(ID_LIMITS.key, {
    description: 'The key of the work, percent-encoded.',
    examples: ['isbn:9780306406157'],
  }),
};

export const workRoutes = (deps: DashboardDeps): readonly Route[] => {
  const show = async (workspace: string, key: string): Promise<Shown<ShownOf<typeof WORK_ITEM>> | null> => {
    const row = await workByKey(deps.readModels, workspace, key);
    return row === null ? null : { body: workItem(row), revision: row.view.revision };
  };
  const write = writerOf(deps, workAggregate, [worksProjection], show);

  return [
    listingRoute('/api/works', MEMBER, {
      summary: 'List works',
      description:
        'What people of the workspace have published without a DOI, harvested or made by staff. Search looks at titles.',
      pages: STAFF_PAGES,
      name: 'works',
      item: WORK_ITEM,
      sorts: keysOf(WORK_SORTS),
      filters: { ...SEARCH, ...STATUS, work_type: CSL_TYPE, publication_year: PUBLICATION_YEAR },
      query: { orcid_id: { ...ORCID, minLength: 1, description: 'Only works linked to this ORCID iD.' } },
      find: async (
        { work_type: workType, publication_year: publicationYear, ...asked },
        { query: { orcid_id: linked }, caller: { workspace } },
      ) => {
        const orcid = linked === undefined ? null : parseOrcid(linked);
        const query = { ...asked, workspace, workType, publicationYear, orcid };
        return showing(await listWorks(deps.readModels, query), workItem);
      },
    }),
    route('POST /api/works', MEMBER, {
      summary: 'Make a work',
      description:
        'A work without a DOI; it is published at once. With an id that is there, 200 if it is the same work, else 409.',
      body: object({ id: ID, ...WORK_FIELDS }, ['id', 'publication_date']),
      responses: created(WORK_ITEM),
      errors: [409, 412],
      handle: (request) => {
        const { id = deps.ids.next(), href = '', ...sent } = request.body;
        const original = recordOf(sent) as CslItem;
        return write(request, id, { type: 'CreateWork', key: id, original, href }, 201);
      },
    }),
    route('GET /api/works/:id', MEMBER, {
      params: PARAMS,
      summary: 'One work',
      description:
        'By its key, percent-encoded: published, unpublished or archived; also one that another item has superseded.',
      responses: { 200: WORK_ITEM },
      errors: [404],
      handle: async ({ params, caller: { workspace } }) => mustExist(await show(workspace, params.id), 'work'),
    }),
    route('PATCH /api/works/:id', MEMBER, {
      params: PARAMS,
      summary: 'Edit a work',
      description:
        'Fields that are not sent stay as they are. No refresh undoes an edit; sending what the provider says does. 409 if the work is archived.',
      body: optionalObject(WORK_FIELDS),
      responses: changed(WORK_ITEM),
      errors: [404, 409, 412],
      handle: (request) => {
        const { href, ...sent } = request.body;
        const command = { type: 'EditWork', changes: changesTo(recordOf(sent)), ...defined({ href }) } as const;
        return write(request, request.params.id, command);
      },
    }),
    ...moveRoutes({
      path: '/api/works',
      params: PARAMS,
      noun: 'work',
      item: WORK_ITEM,
      send: (request, id, move) => write(request, id, { type: 'MoveWork', move }),
    }),
  ];
};
