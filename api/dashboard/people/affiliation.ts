/** Changes a person's affiliation. */
import { ID } from '../../../domain/limits.ts';
import { affiliating, correctingPast } from '../../../commands/revise-person.ts';
import { defined } from '../../../domain/own.ts';
import { handleFrom } from '../../../commands/handle.ts';
import { personAggregate } from '../../../commands/person.ts';
import { catalogue } from '../../../projections/catalogue/index.ts';
import { staffPerson } from '../../../projections/queries/staff-people.ts';
import { MEMBER } from '../../http/access.ts';
import { ifMatch } from '../../http/etag.ts';
import { PERSON_ID, personIn } from '../../http/identifiers.ts';
import { route, type Route } from '../../http/route.ts';
import type { DashboardDeps } from '../deps.ts';
import { BOOLEAN, LATEST_MS, object, STRING, textOf } from '../../http/schemas.ts';
import type { PastAffiliation } from '../../../domain/person/events.ts';
import type { ValueOf } from '../../http/schema-types.ts';
import { DONE } from '../records/writes.ts';
import { readBack, waitUntilVisible } from '../../http/visible.ts';
import { AFFILIATION } from './schemas.ts';

const MOMENT = { type: 'integer', minimum: 1, maximum: LATEST_MS } as const;

const BODY = object(
  {
    entity_id: textOf(ID.given, { minLength: 1 }),
    status: { type: 'string', enum: ['org', 'external'] },
    starts_at: {
      ...MOMENT,
      description:
        'Epoch milliseconds; default now, or the start of the current affiliation if it is the same. The affiliation is current at once, even if it starts in the future.',
    },
  },
  ['starts_at'],
);

const QUERY = {
  ends_at: {
    ...MOMENT,
    description:
      'Extension. Epoch milliseconds: ends the current affiliation, which must be this one, at this time. Neither before its start nor in the future.',
  },
  corrects: {
    ...BOOLEAN,
    default: false,
    description:
      'Extension. Replaces the current affiliation, which was recorded in error and is not kept as a past one.',
  },
} as const;

const PAST = object({
  entity_id: textOf(ID.given, { minLength: 1 }),
  status: { type: 'string', enum: ['org', 'external'] },
  starts_at: MOMENT,
  ends_at: { ...MOMENT, description: 'Neither before the start nor in the future.' },
});
const PAST_OR_NULL = { ...PAST, type: ['object', 'null'] } as const;

const pastIn = (asked: ValueOf<typeof PAST_OR_NULL>): PastAffiliation | null =>
  asked && { entityId: asked.entity_id, status: asked.status, startsAt: asked.starts_at, endsAt: asked.ends_at };

export const pastAffiliationRoute = (deps: DashboardDeps): Route =>
  route('POST /api/people/:orcid/past-affiliations', MEMBER, {
    params: { orcid: PERSON_ID },
    summary: 'Correct an earlier affiliation',
    description:
      'Replaces the earlier affiliation `before`, as `affiliations` shows it, with `after`; null in place of `before` adds one, null in place of `after` removes it. Those of people who were merged into this one are not corrected (404).',
    body: object({ before: PAST_OR_NULL, after: PAST_OR_NULL }),
    responses: DONE,
    errors: [404, 409, 412],
    handle: async (request) => {
      const { caller, signal, body } = request;
      const correction = { before: pastIn(body.before), after: pastIn(body.after) };
      const command = correctingPast(deps, correction, caller.workspace);
      const written = await handleFrom(deps, personAggregate, personIn(request), command, caller, ifMatch(request));
      return { body: { success: true }, headers: await waitUntilVisible(deps, [catalogue], written, signal) };
    },
  });

export const affiliationRoute = (deps: DashboardDeps): Route =>
  route('PATCH /api/people/:orcid/affiliation', MEMBER, {
    params: { orcid: PERSON_ID },
    summary: 'Change an affiliation',
    description:
      'Ends the current affiliation and starts the new one; with `corrects`, replaces it. Repeating it changes nothing. Archived entities accept no new people (400).',
    query: QUERY,
    body: BODY,
    responses: { 200: object({ orcid: STRING, ...AFFILIATION }) },
    errors: [404, 409, 412],
    handle: async (request) => {
      const { body, query, caller, signal } = request;
      const { entity_id: entityId, status, starts_at: startsAt } = body;
      const { ends_at: endsAt, corrects } = query;
      const orcid = personIn(request);
      const requested = { entityId, status, ...defined({ startsAt, endsAt, corrects }) };
      const command = affiliating(deps, requested, caller.workspace);
      const written = await handleFrom(deps, personAggregate, orcid, command, caller, ifMatch(request));
      // Only the name of the entity is read from it.
      const read = () => staffPerson(deps.readModels, caller.workspace, orcid);
      const { found, headers } = await readBack(deps, [catalogue], written, signal, read, { orBefore: true });
      const named = found?.body.affiliations.find(({ entity_id }) => entity_id === entityId);
      const [ended] = written.events.flatMap(({ type, data }) => (type === 'AffiliationEnded' ? [data] : [])).slice(-1);
      const current = written.state.status === 'absent' ? null : written.state.affiliation;
      return {
        body: {
          orcid,
          entity_id: entityId,
          entity_name: named?.entity_name ?? null,
          status,
          starts_at: (current ?? ended)?.startsAt ?? startsAt ?? deps.clock.now(),
          ends_at: current === null ? (ended?.endsAt ?? null) : null,
        },
        headers,
      };
    },
  });
