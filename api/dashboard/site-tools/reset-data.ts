/** Deletes the data of a workspace, for authorized superadmins only. */
import { TEXT } from '../../../domain/limits.ts';
import { resetData, type ResetTarget } from '../../../commands/site-tools/reset-data.ts';
import { shardOf } from '../../../commands/shard.ts';
import { Refused } from '../../../domain/errors.ts';
import { isDoi } from '../../../domain/item.ts';
import { catalogue } from '../../../projections/catalogue/index.ts';
import { ingestionsProjection } from '../../../projections/ingestions.ts';
import { having } from '../../../projections/ports.ts';
import { idsOf } from '../../../projections/queries/identifiers.ts';
import { jobsOf } from '../../../projections/queries/ingestions.ts';
import { stream } from '../../../projections/queries/listing.ts';
import { withWorkspaces } from '../../../projections/queries/members.ts';
import { WORKSPACE_SUPERADMIN } from '../../http/access.ts';
import { HttpFailure } from '../../http/errors.ts';
import { route, type Route } from '../../http/route.ts';
import type { DashboardDeps } from '../deps.ts';
import { BOOLEAN, COUNT, object, STRING, textOf } from '../../http/schemas.ts';
import { waitUntilCaughtUp, waitUntilVisible } from '../../http/visible.ts';
import { answerFor, failureSchema, SHARD_ERROR } from './shards.ts';

/** Allows hundreds of thousands of publications at a few thousand per second. */
const TIMEOUT_MS = 10 * 60_000;

const EMPTIED = [catalogue, ingestionsProjection];

const COUNTS = { publications: COUNT, works: COUNT, ingestion_jobs: COUNT } as const;
const RESULT = {
  dryRun: BOOLEAN,
  clearIngestionJobs: BOOLEAN,
  ...COUNTS,
  shards: { type: 'array', items: object({ shard: COUNT, ...COUNTS, error: SHARD_ERROR }) },
  correlation_id: STRING,
} as const;

const targets = async function* (
  { readModels, shards }: DashboardDeps,
  workspace: string,
  withJobs: boolean,
): AsyncIterable<ResetTarget> {
  for await (const id of stream(readModels, idsOf({ all: having({ workspace }) })))
    yield { shard: shardOf(id, shards), kind: isDoi(id) ? 'publication' : 'work', id };
  if (!withJobs) return;
  yield* stream(readModels, {
    ...jobsOf(workspace),
    items: (rows) =>
      rows.map(({ orcid, shard, status }) => (status === 'none' ? null : { shard, kind: 'jobs', id: orcid })),
  });
};

export const resetDataRoute = (deps: DashboardDeps): Route =>
  route('POST /api/site-tools/reset-data', WORKSPACE_SUPERADMIN, {
    summary: 'Reset data',
    description:
      'Removes all publications and works of the workspace and, with `clearIngestionJobs`, finished and queued jobs. People, ' +
      'members, keys and the audit log are kept. Requires a superadmin whose email address is in the configuration, and the ' +
      'confirmation `reset ` + workspace id. A failing shard does not stop the others; the response is then 500 and names ' +
      'the shard. `dryRun` returns what would be removed.',
    timeoutMs: TIMEOUT_MS,
    body: object(
      {
        confirmation: textOf(TEXT.labelCharacters, { examples: ['reset org'] }),
        dryRun: { ...BOOLEAN, default: false },
        clearIngestionJobs: { ...BOOLEAN, default: false },
      },
      ['dryRun', 'clearIngestionJobs'],
    ),
    responses: { 200: object(RESULT), 500: failureSchema(RESULT) },
    handle: async ({ body, principal, caller, signal }) => {
      const { confirmation, dryRun = false, clearIngestionJobs = false } = body;
      if (principal.email === null || !deps.resetDataEmails.includes(principal.email.toLowerCase()))
        throw new HttpFailure(403, 'your email address is not authorized to reset data');
      if (confirmation !== `reset ${caller.workspace}`)
        throw new Refused('invalid', 'confirmation_mismatch', 'the confirmation does not match', {
          field: 'confirmation',
          accepted: `reset ${caller.workspace}`,
        });
      await waitUntilCaughtUp(deps, EMPTIED, signal);
      const request = { targets: targets(deps, caller.workspace, clearIngestionJobs), shards: deps.shards, dryRun };
      const { counts, shards, position } = await resetData(withWorkspaces(deps), request, caller);
      const headers = await waitUntilVisible(deps, EMPTIED, { position }, signal);
      const named = ({ publications, works, ingestionJobs }: typeof counts) => ({
        publications,
        works,
        ingestion_jobs: ingestionJobs,
      });
      const result = {
        dryRun,
        clearIngestionJobs,
        ...named(counts),
        shards: shards.map((each) => ({ shard: each.shard, ...named(each), error: each.error })),
        correlation_id: caller.correlationId,
      };
      return answerFor(shards, result, headers);
    },
  });
