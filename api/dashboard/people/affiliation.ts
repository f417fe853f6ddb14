/** Changes a person's affiliation. */
import { ID } from '../../../domain/limits.ts';
import { affiliating } from '../../../commands/revise-person.ts';
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
import { readBack } from '../../http/visible.ts';
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
