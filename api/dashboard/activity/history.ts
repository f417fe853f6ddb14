/** Every change of one record, field by field: its stream folded event by event, and the difference that each made. */
import type { Aggregate } from '../../../commands/aggregate.ts';
import { personAggregate } from '../../../commands/person.ts';
import { publicationAggregate } from '../../../commands/publication.ts';
import type { DomainEvent, Recorded } from '../../../domain/event.ts';
import { equal } from '../../../domain/equal.ts';
import { Refused } from '../../../domain/errors.ts';
import { parseOrcid } from '../../../domain/orcid.ts';
import type { Person } from '../../../domain/person/person.ts';
import { merge } from '../../../domain/publication/overlay.ts';
import { linkedOrcids, type Publication } from '../../../domain/publication/state.ts';
import { upcast } from '../../../domain/upcast.ts';
import { describe, type FieldDifference } from '../../../projections/timeline/describe/index.ts';
import { MEMBER } from '../../http/access.ts';
import { envelope, pageSchema, type Paging } from '../../http/listing.ts';
import { inWorkspace, type Answer, type Route } from '../../http/route.ts';
import type { DashboardDeps } from '../deps.ts';
import { pagingOf, STAFF_PAGING } from '../paging.ts';
import { doiIn } from '../publications/doi.ts';
import { COUNT, object } from '../schemas.ts';
import { EVENT } from './item.ts';
import { labelsFor } from './labels.ts';

type Fields = Readonly<Record<string, unknown>>;

const publicationFields = (state: Publication): Fields => {
  if (state.status === 'absent') return {};
  const { original, overlay, custom, visible, status, citedByCount, enrichment, notices } = state;
  return {
    ...merge(original, overlay),
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

type Step = { readonly event: Recorded; readonly changes: readonly FieldDifference[] };

const stepsOf = async <State, Command, E extends DomainEvent>(
  { events }: DashboardDeps,
  { stream, decider }: Aggregate<State, Command, E>,
  fields: (state: State) => Fields,
  workspace: string,
  id: string,
): Promise<readonly Step[]> => {
  const steps: Step[] = [];
  let state = decider.initial;
  for await (const event of events.readStream(stream(workspace, id))) {
    const next = decider.evolve(state, upcast(event) as DomainEvent as E);
    steps.push({ event, changes: differences(fields(state), fields(next)) });
    state = next;
  }
  return steps;
};

const answer = async (
  deps: DashboardDeps,
  workspace: string,
  steps: readonly Step[],
  paging: Paging,
): Promise<Answer> => {
  if (steps.length === 0) throw new Refused('not_found', 'record_not_found', 'no such record');
  const from = (paging.page - 1) * paging.perPage;
  const told = [...steps]
    .reverse()
    .slice(from, from + paging.perPage)
    .flatMap((step) => {
      const words = describe(upcast(step.event));
      return words === null ? [] : [{ ...step, words }];
    });
  const labels = await labelsFor(
    deps,
    workspace,
    told.map(({ event }) => event.metadata.actor),
    told.map(({ words }) => words.subject),
  );
  const items = told.map(({ event, changes, words }) => ({
    id: event.id,
    position: event.position,
    revision: event.revision,
    occurred_at: event.metadata.at,
    event_type: event.type,
    severity: words.severity,
    status: words.status,
    actor: { ...event.metadata.actor, label: labels.actor(event.metadata.actor) },
    subject: { ...words.subject, label: labels.subject(words.subject) },
    summary: words.summary,
    changes,
    correlation_id: event.metadata.correlationId,
    causation_id: event.metadata.causationId,
  }));
  return { body: envelope('history', { items, total: steps.length }, paging, {}) };
};

const HISTORY = pageSchema('history', object({ ...EVENT, revision: COUNT }), {});

export const historyRoutes = (deps: DashboardDeps): readonly Route[] => [
  inWorkspace({
    method: 'GET',
    path: '/api/publications/*id/history',
    access: MEMBER,
    extension: true,
    summary: 'The history of a publication',
    description: 'Every change since it was added, newest first, each field with what it was and became.',
    query: STAFF_PAGING,
    responses: { 200: HISTORY },
    errors: [400, 401, 403, 404, 503],
    handle: async ({ rawPath, query, caller: { workspace } }) => {
      const doi = doiIn(rawPath, '/history');
      const steps = await stepsOf(deps, publicationAggregate, publicationFields, workspace, doi);
      return answer(deps, workspace, steps, pagingOf(query));
    },
  }),
  inWorkspace({
    method: 'GET',
    path: '/api/people/:orcid/history',
    access: MEMBER,
    extension: true,
    summary: 'The history of a person',
    description: 'Every change since they were registered, newest first, each field with what it was and became.',
    query: STAFF_PAGING,
    responses: { 200: HISTORY },
    errors: [400, 401, 403, 404, 503],
    handle: async ({ params, query, caller: { workspace } }) => {
      const orcid = parseOrcid(params['orcid'] ?? '');
      const steps = await stepsOf(deps, personAggregate, personFields, workspace, orcid);
      return answer(deps, workspace, steps, pagingOf(query));
    },
  }),
];
