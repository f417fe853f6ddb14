/** The history of a record: the events of its stream as the timeline shows them, whatever the timeline hides. */
import { personAggregate } from '../../../commands/person.ts';
import { publicationAggregate } from '../../../commands/publication.ts';
import { inTurn } from '../../../commands/turns.ts';
import { Refused } from '../../../domain/errors.ts';
import type { Recorded } from '../../../domain/event.ts';
import { jsonBytes, TIMELINE, UNDO } from '../../../domain/limits.ts';
import { historyPage } from '../../../projections/queries/history.ts';
import { describe } from '../../../projections/timeline/describe/index.ts';
import { MEMBER } from '../../http/access.ts';
import { PERSON_ID, personIn } from '../../http/identifiers.ts';
import { pageAnswer, pageSchema } from '../../http/listing.ts';
import { route, type QueryRequest, type Route, type WorkspaceRequest } from '../../http/route.ts';
import type { DashboardDeps } from '../deps.ts';
import { pagingOf, STAFF_PAGING } from '../paging.ts';
import { idInPath, PUBLICATION_ID } from '../publications/ids.ts';
import { COUNT, titled } from '../../http/schemas.ts';
import { EXCERPT_NOTE, changesExcerpt, type Excerpt } from './excerpt.ts';
import { EVENT, OPTIONAL, undoRole, unlabelled, UNREAD, withLabels } from './item.ts';

const CHANGE = titled('Change', { ...EVENT, revision: COUNT }, OPTIONAL);

/** Keeps only what the listing shows: the events of a page may be a megabyte each. */
const changeOf = (event: Recorded, excerpt: Excerpt | typeof UNREAD) => ({
  ...unlabelled(event, describe(event), excerpt, undoRole(event.type, event)),
  revision: event.revision,
});

/** The changes of one page, in its order. */
const changesOf = async ({ events }: DashboardDeps, stream: string, asked: Parameters<typeof historyPage>[2]) => {
  const found = await historyPage(events, stream, asked);
  const changes: ReturnType<typeof changeOf>[] = [];
  let left: number = TIMELINE.readBytes;
  for await (const event of found.events)
    await inTurn(() => {
      changes.push(changeOf(event, left > 0 ? changesExcerpt(describe(event).changes) : UNREAD));
      left -= jsonBytes(event.data);
    });
  return { changes: asked.dir === 'asc' ? changes : changes.reverse(), total: found.total };
};

const DIR = { type: 'string', enum: ['asc', 'desc'], description: 'Oldest or newest first; default desc.' } as const;

const HISTORY_QUERY = { ...STAFF_PAGING, dir: DIR } as const;

type HistoryRequest = Pick<QueryRequest<typeof HISTORY_QUERY>, 'query'> & Pick<WorkspaceRequest, 'caller' | 'signal'>;

const historyOf = async (
  deps: DashboardDeps,
  stream: string,
  { query: { dir = 'desc', ...paging }, caller: { workspace }, signal }: HistoryRequest,
) => {
  const page = pagingOf(paging);
  const { changes, total } = await deps.longReads.inTurn(deps, workspace, signal, (reading) =>
    changesOf(reading, stream, { ...page, dir }),
  );
  if (total === 0) throw new Refused('not_found', 'record_not_found', 'no such record');
  const items = await withLabels(deps, workspace, changes);
  return pageAnswer('history', { items, total, totalAsOf: null }, page, { dir });
};

const HISTORY = {
  query: HISTORY_QUERY,
  responses: { 200: pageSchema({ name: 'history', item: CHANGE, echoes: { dir: DIR } }) },
  errors: [404, 429],
  timeoutMs: UNDO.withinMs,
} as const;

export const historyRoutes = (deps: DashboardDeps): readonly Route[] => [
  route('GET /api/publications/*id/history', MEMBER, {
    params: { id: PUBLICATION_ID },
    summary: 'Publication history',
    description:
      'Every event since the publication was added, with what it changed: in the record of the provider, or in the record as staff ' +
      'see it. ' +
      EXCERPT_NOTE,
    ...HISTORY,
    handle: async (request) =>
      historyOf(
        deps,
        publicationAggregate.stream(request.caller.workspace, await idInPath(deps, request, '/history')),
        request,
      ),
  }),
  route('GET /api/people/:orcid/history', MEMBER, {
    params: { orcid: PERSON_ID },
    summary: 'Person history',
    description: `Every event since the person was registered, with what it changed. ${EXCERPT_NOTE}`,
    ...HISTORY,
    handle: async (request) =>
      historyOf(deps, personAggregate.stream(request.caller.workspace, personIn(request)), request),
  }),
];
