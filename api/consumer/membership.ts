/** Partners set whether a person belongs to the organisation. */
import { affiliating } from '../../commands/revise-person.ts';
import { handleFrom } from '../../commands/handle.ts';
import { personAggregate } from '../../commands/person.ts';
import { defined } from '../../domain/own.ts';
import { ORG } from '../../domain/workspace/id.ts';
import { catalogue } from '../../projections/catalogue/index.ts';
import { apiKeyWith } from '../http/access.ts';
import { ORCID, orcidIn } from '../http/identifiers.ts';
import { route, type Route } from '../http/route.ts';
import { BOOLEAN, integerOf, LATEST_MS, object, STRING } from '../http/schemas.ts';
import { waitUntilVisible } from '../http/visible.ts';
import type { ConsumerDeps } from './deps.ts';

const STATUS = { type: 'string', enum: ['org', 'external'] } as const;

export const membershipRoute = (deps: ConsumerDeps): Route =>
  route('POST /api/partners/people/:orcid/membership', apiKeyWith('membership.update'), {
    summary: "Change a person's membership",
    description:
      "Ends the person's current affiliation in the workspace of the key, which needs the scope `membership.update`, and " +
      'begins the new one. Repeating the current one changes nothing and returns it. Later reads show the change, unless the ' +
      'answer has the header `X-Colophon-Pending`. Each use of the key is recorded.',
    params: { orcid: ORCID },
    body: object(
      {
        entity_id: { type: 'string', const: ORG },
        status: STATUS,
        starts_at: integerOf(1, LATEST_MS, {
          description:
            'Epoch milliseconds; default now. The new affiliation is current at once, even if it starts in the future.',
        }),
      },
      ['starts_at'],
    ),
    responses: {
      200: object({
        success: BOOLEAN,
        affiliation: object({
          person_orcid: STRING,
          entity_id: STRING,
          status: STATUS,
          starts_at: { type: 'integer' },
          ends_at: { type: 'null' },
        }),
      }),
    },
    errors: [404],
    handle: async ({ params, body: { status, starts_at: startsAt }, caller, signal }) => {
      const orcid = orcidIn({ params });
      const wanted = { entityId: ORG, status, ...defined({ startsAt }) };
      const command = affiliating(deps, wanted, caller.workspace);
      const { state, position } = await handleFrom(deps, personAggregate, orcid, command, caller);
      const headers = await waitUntilVisible(deps, [catalogue], { position }, signal);
      const begun = state.status === 'absent' ? null : state.affiliation;
      const affiliation = {
        person_orcid: orcid,
        entity_id: ORG,
        status,
        starts_at: begun?.startsAt ?? startsAt ?? deps.clock.now(),
        ends_at: null,
      };
      return { body: { success: true, affiliation }, headers };
    },
  });
