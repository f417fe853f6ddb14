/** Queues ingestion jobs, at both paths in the reference document, and reports their status. */
import { queueIngestions } from '../../../commands/queue-ingestions.ts';
import { REQUEST } from '../../../domain/limits.ts';
import type { TriggerSource } from '../../../domain/ingestion/events.ts';
import { ingestionsProjection } from '../../../projections/ingestions.ts';
import { latestJobs, newJob } from '../../../projections/queries/ingestions.ts';
import { MEMBER } from '../../http/access.ts';
import { ORCID, ORCIDS_LISTED, orcidsListed } from '../../http/identifiers.ts';
import { route, type RequestOf, type Route } from '../../http/route.ts';
import type { DashboardDeps } from '../deps.ts';
import type { ValueOf } from '../../http/schema-types.ts';
import { BOOLEAN, COUNT, object } from '../../http/schemas.ts';
import { SKIPPED, skippedIn } from '../../http/skipped.ts';
import { readBack } from '../../http/visible.ts';
import { JOB, withUnchanged } from './job.ts';

const BODY = object(
  {
    orcid_ids: { type: 'array', minItems: 1, maxItems: REQUEST.listItems, items: { ...ORCID, minLength: 1 } },
    skip_existing: { ...BOOLEAN, default: false, description: 'Skip iDs that have been ingested before.' },
    trigger_source: { type: 'string', enum: ['people_page'] },
  },
  ['skip_existing', 'trigger_source'],
);

const QUERY = {
  accept_losses: {
    ...BOOLEAN,
    default: false,
    description:
      'Extension. Unlink works no longer on the ORCID list of an iD, even if that is half of its works or more.',
  },
} as const;

const JOBS = { type: 'array', items: JOB } as const;

const DESCRIPTION =
  'Queues one harvest job per ORCID iD. `skipped` lists iDs that are not queued: duplicates, iDs with an active job and, ' +
  'with `skip_existing`, iDs ingested before. One malformed iD rejects the whole request.';

const queue = async (
  deps: DashboardDeps,
  { body, query, caller, signal }: RequestOf<typeof MEMBER, unknown, typeof QUERY, never, ValueOf<typeof BODY>>,
) => {
  const { skip_existing: skipExisting = false } = body;
  const { accept_losses: acceptsLosses } = query;
  const triggerSource: TriggerSource = body.trigger_source ?? 'dashboard';
  const asked = { orcids: body.orcid_ids, skipExisting, triggerSource, shards: deps.shards, acceptsLosses };
  const queued = await queueIngestions(deps, asked, caller);
  const orcids = queued.jobs.map(({ orcid }) => orcid);
  const { found, headers } = await readBack(deps, [ingestionsProjection], queued, signal, () =>
    latestJobs(deps.readModels, caller.workspace, orcids),
  );
  const listed = new Map(found?.map((item) => [item.id, item]));
  const shared = {
    trigger_source: triggerSource,
    queued_at: deps.clock.now(),
    requested_by: caller.actor,
    correlation_id: caller.correlationId,
  };
  // Falls back to the job as queued if the rows are stale.
  const jobs = queued.jobs.map(
    ({ id, orcid, shard }) => listed.get(id) ?? newJob({ id, orcid_id: orcid, shard, ...shared }),
  );
  return { queued, jobs: await withUnchanged(deps, caller.workspace, jobs), headers };
};

export const queueRoutes = (deps: DashboardDeps): readonly Route[] => [
  route('POST /api/ingest', MEMBER, {
    summary: 'Queue ingestions',
    description: DESCRIPTION,
    query: QUERY,
    body: BODY,
    responses: { 202: object({ queued: COUNT, requested: COUNT, jobs: JOBS, skipped: SKIPPED }) },
    handle: async (request) => {
      const { queued, jobs, headers } = await queue(deps, request);
      const body = { queued: jobs.length, requested: queued.requested, jobs, skipped: skippedIn(queued) };
      return { status: 202, body, headers };
    },
  }),
  route('POST /api/import/orcid', MEMBER, {
    summary: 'Import by ORCID iD',
    description: DESCRIPTION,
    query: QUERY,
    body: BODY,
    responses: { 202: object({ queued: COUNT, jobs: JOBS, skipped: SKIPPED }) },
    handle: async (request) => {
      const { queued, jobs, headers } = await queue(deps, request);
      return { status: 202, body: { queued: jobs.length, jobs, skipped: skippedIn(queued) }, headers };
    },
  }),
  route('GET /api/ingest/status', MEMBER, {
    summary: 'Latest jobs',
    description: `The latest job of each iD, in the requested order, for at most ${REQUEST.listItems} iDs.`,
    query: {
      orcid_ids: ORCIDS_LISTED,
    },
    requiredQuery: ['orcid_ids'],
    responses: { 200: object({ statuses: JOBS }) },
    handle: async ({ query, caller: { workspace } }) => ({
      body: {
        statuses: await withUnchanged(
          deps,
          workspace,
          await latestJobs(deps.readModels, workspace, orcidsListed(query.orcid_ids)),
        ),
      },
    }),
  }),
];
