/** Partners queue ingestion jobs. */
import { REQUEST } from '../../domain/limits.ts';
import { queueIngestions } from '../../commands/queue-ingestions.ts';
import { ingestionsProjection } from '../../projections/ingestions.ts';
import { apiKeyWith } from '../http/access.ts';
import { ORCID } from '../http/identifiers.ts';
import { route, type Route } from '../http/route.ts';
import { COUNT, object } from '../http/schemas.ts';
import { SKIPPED, skippedIn } from '../http/skipped.ts';
import { waitUntilVisible } from '../http/visible.ts';
import type { ConsumerDeps } from './deps.ts';

export const ingestRoute = (deps: ConsumerDeps): Route =>
  route('POST /api/ingest', apiKeyWith('ingest'), {
    summary: 'Queue ingestions',
    description:
      'One job per ORCID iD, in the workspace of the key, which needs the scope `ingest`. Repeated iDs, and those whose job is ' +
      'still active, are not queued but listed in `skipped`. A single malformed iD makes the whole ' +
      'request a 400. Later reads show the jobs, unless the answer has the header `X-Colophon-Pending`. Each use of the key is ' +
      'recorded.',
    body: object({
      orcid_ids: { type: 'array', minItems: 1, maxItems: REQUEST.listItems, items: { ...ORCID, minLength: 1 } },
    }),
    responses: {
      202: object({
        queued: COUNT,
        requested: COUNT,
        skipped: { ...SKIPPED, description: 'The iDs for which no job was queued, and why.' },
      }),
    },
    handle: async ({ body: { orcid_ids: orcids }, caller, signal }) => {
      const queued = await queueIngestions(deps, { orcids, triggerSource: 'api', shards: deps.shards }, caller);
      const { requested, jobs } = queued;
      const headers = await waitUntilVisible(deps, [ingestionsProjection], queued, signal);
      return { status: 202, body: { queued: jobs.length, requested, skipped: skippedIn(queued) }, headers };
    },
  });
