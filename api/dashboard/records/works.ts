/** Works without a DOI: harvested or made by staff; what staff change survives every refresh. */
import { workAggregate } from '../../../commands/work.ts';
import { CSL_TYPES } from '../../../domain/csl-schema.ts';
import type { CslItem } from '../../../domain/csl.ts';
import { Refused } from '../../../domain/errors.ts';
import type { Json } from '../../../domain/json.ts';
import { parsePartialDate } from '../../../domain/partial-date.ts';
import { listWorks, workByKey, WORK_SORTS, type RecordQuery } from '../../../projections/queries/records.ts';
import { worksProjection, type WorkRow } from '../../../projections/works.ts';
import { MEMBER } from '../../http/access.ts';
import { envelope, pageSchema, SEARCH, sorting } from '../../http/listing.ts';
import { inWorkspace, type Route, type Schema } from '../../http/route.ts';
import type { DashboardDeps } from '../deps.ts';
import { pagingOf, STAFF_PAGING } from '../paging.ts';
import { BOOLEAN, MILLISECONDS, object, orNull, STRING } from '../schemas.ts';
import { writerOf, type Shown } from './writes.ts';

const FIELDS: Readonly<Record<string, Schema>> = {
  title: { type: 'string', minLength: 1, maxLength: 5_000 },
  work_type: { type: 'string', enum: CSL_TYPES, description: 'A CSL type.' },
  publication_date: { type: 'string', description: '`2021`, `2021-03` or `2021-03-09`.' },
  href: { type: 'string', format: 'uri', pattern: '^https?://', maxLength: 2_000 },
};

type Sent = {
  readonly id?: string;
  readonly title?: string;
  readonly work_type?: string;
  readonly publication_date?: string;
  readonly href?: string;
};

const ITEM = object({
  id: STRING,
  title: STRING,
  work_type: orNull('string'),
  publication_date: orNull('string'),
  publication_year: orNull('integer'),
  person_orcids: { type: 'array', items: STRING },
  href: { type: 'string' },
  published: BOOLEAN,
  archived: BOOLEAN,
  edited: BOOLEAN,
  created_at: MILLISECONDS,
});

const itemOf = (row: WorkRow): Readonly<Record<string, unknown>> => ({
  id: row.key,
  title: row.title,
  work_type: row.workType,
  publication_date: row.publicationDate,
  publication_year: row.publicationYear,
  person_orcids: row.personOrcids,
  href: row.href,
  published: row.published,
  archived: row.archived,
  edited: Object.keys(row.overlay).length > 0 || row.hrefIsByHand,
  created_at: row.createdAt,
});

const issued = (text: string): Json => {
  try {
    return { 'date-parts': [parsePartialDate(text).split('-').map(Number)] };
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    throw new Refused('invalid', error.code, error.message, { field: 'publication_date', ...error.details });
  }
};

/** The fields as a record has them. */
const recordOf = ({ title, work_type: type, publication_date: date }: Sent): Readonly<Record<string, Json>> => ({
  ...(title === undefined ? {} : { title }),
  ...(type === undefined ? {} : { type }),
  ...(date === undefined ? {} : { issued: issued(date) }),
});

export const workRoutes = (deps: DashboardDeps): readonly Route[] => {
  const show = async (workspace: string, key: string): Promise<Shown | null> => {
    const row = await workByKey(deps.readModels, workspace, key);
    return row === null ? null : { body: itemOf(row), revision: row.revision };
  };
  const write = writerOf(deps, workAggregate, worksProjection, show);

  const moved = (verb: string, type: 'PublishWork' | 'UnpublishWork' | 'ArchiveWork', description: string): Route =>
    inWorkspace({
      method: 'POST',
      path: `/api/works/:id/${verb}`,
      access: MEMBER,
      extension: true,
      summary: `${verb.charAt(0).toUpperCase()}${verb.slice(1)} a work`,
      description,
      query: {},
      responses: { 200: ITEM },
      errors: [401, 403, 404, 412, 503],
      handle: (request) => write(request, request.params['id'] ?? '', { type }),
    });

  return [
    inWorkspace({
      method: 'GET',
      path: '/api/works',
      access: MEMBER,
      extension: true,
      summary: 'List works',
      description: 'Works without a DOI. Search looks at titles.',
      query: {
        ...STAFF_PAGING,
        ...SEARCH,
        ...sorting(Object.keys(WORK_SORTS)),
        status: { type: 'string', enum: ['published', 'unpublished', 'archived', 'all'], default: 'all' },
      },
      responses: { 200: pageSchema('works', ITEM, { sort: STRING, dir: STRING, q: STRING, status: STRING }) },
      errors: [400, 401, 403, 503],
      handle: async ({ query, caller: { workspace } }) => {
        const paging = pagingOf(query);
        const { sort, dir, status } = query as unknown as Pick<RecordQuery<'created_at'>, 'sort' | 'dir' | 'status'>;
        const q = String(query['q'] ?? '').trim();
        const { items, total } = await listWorks(deps.readModels, { ...paging, workspace, q, sort, dir, status });
        return { body: envelope('works', { items: items.map(itemOf), total }, paging, { sort, dir, q, status }) };
      },
    }),
    inWorkspace({
      method: 'POST',
      path: '/api/works',
      access: MEMBER,
      extension: true,
      summary: 'Make a work',
      description: 'Published at once. With an id that is there, 200 if it is the same work, else 409.',
      query: {},
      body: object(
        {
          id: { type: 'string', pattern: '^[a-z0-9.:-]{1,200}$', description: 'Default: made by the server.' },
          ...FIELDS,
        },
        ['id', 'publication_date'],
      ),
      responses: { 200: ITEM, 201: ITEM },
      errors: [400, 401, 403, 409, 413, 415, 503],
      handle: (request) => {
        const { id = deps.ids.next(), href = '', ...sent } = request.body as Sent;
        const original = recordOf(sent) as CslItem;
        return write(request, id, { type: 'CreateWork', key: id, original, href }, 201);
      },
    }),
    inWorkspace({
      method: 'GET',
      path: '/api/works/:id',
      access: MEMBER,
      extension: true,
      summary: 'One work',
      description: 'By its key, percent-encoded; whatever its status.',
      query: {},
      responses: { 200: ITEM },
      errors: [401, 403, 404, 503],
      handle: async ({ params, caller: { workspace } }) => {
        const found = await show(workspace, params['id'] ?? '');
        if (found === null) throw new Refused('not_found', 'work_not_found', 'no such work');
        return found;
      },
    }),
    inWorkspace({
      method: 'PATCH',
      path: '/api/works/:id',
      access: MEMBER,
      extension: true,
      summary: 'Edit a work',
      description: 'What is not sent stays. No refresh takes an edit back.',
      query: {},
      body: object(FIELDS, Object.keys(FIELDS)),
      responses: { 200: ITEM },
      errors: [400, 401, 403, 404, 412, 413, 415, 503],
      handle: (request) => {
        const { href, ...sent } = request.body as Sent;
        const command = { type: 'EditWork', fields: recordOf(sent), ...(href === undefined ? {} : { href }) } as const;
        return write(request, request.params['id'] ?? '', command);
      },
    }),
    moved('publish', 'PublishWork', 'Websites show it.'),
    moved('unpublish', 'UnpublishWork', 'Websites show it no more.'),
    moved('archive', 'ArchiveWork', 'Websites show it no more, and staff need not look at it.'),
  ];
};
