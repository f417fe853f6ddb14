/** A record's change history, field by field: folds its stream event by event and diffs each step. */
import type { Aggregate } from '../../../commands/aggregate.ts';
import type { PageRequest } from '../../../projections/queries/page.ts';
import { personAggregate } from '../../../commands/person.ts';
import { publicationAggregate } from '../../../commands/publication.ts';
import { inTurn } from '../../../commands/turns.ts';
import { changesBetween } from '../../../domain/changes/between.ts';
import type { DomainEvent, Recorded } from '../../../domain/event.ts';
import { UNDO } from '../../../domain/limits.ts';
import { equal } from '../../../domain/equal.ts';
import { Refused } from '../../../domain/errors.ts';
import type { Json } from '../../../domain/json.ts';
import type { Person } from '../../../domain/person/person.ts';
import { fieldsOf, merge } from '../../../domain/record/overlay.ts';
import { linkedOrcids, type Publication } from '../../../domain/publication/state.ts';
import { isOfLaterRelease, upcast, upcastAs } from '../../../domain/upcast.ts';
import { describe, type FieldDifference } from '../../../projections/timeline/describe/index.ts';
import { recordDifferences } from '../../../projections/timeline/describe/record.ts';
import { MEMBER } from '../../http/access.ts';
import { DOI, ORCID, orcidIn } from '../../http/identifiers.ts';
import { pageAnswer, pageSchema } from '../../http/listing.ts';
import { route, type QueryRequest, type Route, type WorkspaceRequest } from '../../http/route.ts';
import type { DashboardDeps } from '../deps.ts';
import { pagingOf, STAFF_PAGING } from '../paging.ts';
import { doiIn } from '../publications/doi.ts';
import { COUNT, titled } from '../../http/schemas.ts';
import { EXCERPT_NOTE, changesExcerpt } from './excerpt.ts';
import { EVENT, OPTIONAL, undoRole, unlabelled, withLabels } from './item.ts';

type Fields = Readonly<Record<string, unknown>>;

const publicationFields = (state: Publication): Fields => {
  if (state.status === 'absent') return {};
  const { custom, visible, status, citedByCount, enrichment, notices } = state;
  return {
    ...custom,
    visible,
    deleted: status === 'deleted',
    cited_by_count: citedByCount,
    enriched_metadata: enrichment,
    person_orcids: [...linkedOrcids(state)].sort(),
    retraction_notices: notices,
  };
};

const personFields = (state: Person): Fields => {
  if (state.status === 'absent') return {};
  const { name, biography, photoUrl, peopleType, categoryIds, affiliation, status } = state;
  return {
    name: name?.value ?? null,
    biography: biography?.value ?? null,
    photo_url: photoUrl,
    people_type: peopleType,
    category_ids: categoryIds,
    affiliation,
    archived: status === 'archived',
  };
};

const differences = (before: Fields, after: Fields): readonly FieldDifference[] =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .filter((field) => !equal(before[field] ?? null, after[field] ?? null))
    .map((field) => ({ path: `/${field}`, before: before[field] ?? null, after: after[field] ?? null }));

const personDifferences = (before: Person, after: Person): readonly FieldDifference[] =>
  differences(personFields(before), personFields(after));

const recordOf = (state: Publication): Record<string, Json | undefined> =>
  state.status === 'absent' ? {} : { ...fieldsOf(merge(state)) };

/** Diffs the bibliographic record, which may be large, down to single list entries. */
const publicationDifferences = (before: Publication, after: Publication): readonly FieldDifference[] => [
  ...recordDifferences(changesBetween(recordOf(before), recordOf(after))),
  ...differences(publicationFields(before), publicationFields(after)),
];

const CHANGE = titled('Change', { ...EVENT, revision: COUNT }, OPTIONAL);

/** Keeps only what the listing shows: the events of a page may be a megabyte each. */
const changeOf = (event: Recorded, changes: readonly FieldDifference[]) => {
  const { type } = upcast(event);
  const item = unlabelled({ ...event, type }, describe(event), changesExcerpt(changes), undoRole(type, event));
  return { ...item, revision: event.revision };
};

/** The changes of one page, in its order. Folds every event up to the page, none after. */
const changesOf = async <State, Command, E extends DomainEvent>(
  { events }: DashboardDeps,
  { stream, decider }: Aggregate<State, Command, E>,
  between: (before: State, after: State) => readonly FieldDifference[],
  { workspace, id, page, perPage, dir }: PageRequest & { workspace: string; id: string; dir: 'asc' | 'desc' },
): Promise<{ readonly changes: readonly ReturnType<typeof changeOf>[]; readonly total: number }> => {
  const name = stream(workspace, id);
  let [begin, total] = [0, 0];
  // A stream that was erased and begun again continues its revisions.
  for await (const { revision } of events.readStream(name, { limit: 1 })) begin = revision;
  for await (const { revision } of events.readStream(name, { direction: 'backwards', limit: 1 }))
    total = revision - begin + 1;
  const first = dir === 'asc' ? (page - 1) * perPage : Math.max(0, total - page * perPage);
  const end = dir === 'asc' ? Math.min(total, first + perPage) : total - (page - 1) * perPage;
  if (first >= end) return { changes: [], total };

  const changes: ReturnType<typeof changeOf>[] = [];
  let state = decider.initial;
  for await (const event of events.readStream(name, { limit: end }))
    await inTurn(() => {
      const next = isOfLaterRelease(event) ? state : decider.evolve(state, upcastAs<E>(event));
      if (event.revision - begin >= first) changes.push(changeOf(event, between(state, next)));
      state = next;
    });
  return { changes: dir === 'asc' ? changes : changes.reverse(), total };
};

const DIR = { type: 'string', enum: ['asc', 'desc'], description: 'Oldest or newest first; default desc.' } as const;

const HISTORY_QUERY = { ...STAFF_PAGING, dir: DIR } as const;

type HistoryRequest = Pick<QueryRequest<typeof HISTORY_QUERY>, 'query'> & Pick<WorkspaceRequest, 'caller' | 'signal'>;

const historyOf = async <State, Command, E extends DomainEvent>(
  deps: DashboardDeps,
  aggregate: Aggregate<State, Command, E>,
  between: (before: State, after: State) => readonly FieldDifference[],
  id: string,
  { query: { dir = 'desc', ...paging }, caller: { workspace }, signal }: HistoryRequest,
) => {
  const page = pagingOf(paging);
  const asked = { workspace, id, ...page, dir };
  const { changes, total } = await deps.longReads.inTurn(deps, workspace, signal, (reading) =>
    changesOf(reading, aggregate, between, asked),
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
    params: { id: DOI },
    summary: 'Publication history',
    description:
      'Every change since the publication was added, with the old and new value of each field or list entry. ' +
      EXCERPT_NOTE,
    ...HISTORY,
    handle: async (request) =>
      historyOf(deps, publicationAggregate, publicationDifferences, doiIn(request.rawPath, '/history'), request),
  }),
  route('GET /api/people/:orcid/history', MEMBER, {
    params: { orcid: ORCID },
    summary: 'Person history',
    description: `Every change since the person was registered, with the old and new value of each field. ${EXCERPT_NOTE}`,
    ...HISTORY,
    handle: async (request) => historyOf(deps, personAggregate, personDifferences, orcidIn(request), request),
  }),
];
