/** Emptying a workspace, for those few who may. */
import { TEXT } from '../../../domain/limits.ts';
import { resetData, type ResetTarget } from '../../../commands/site-tools/reset-data.ts';
import { shardOf } from '../../../commands/shard.ts';
import { Refused } from '../../../domain/errors.ts';
import { catalogue } from '../../../projections/catalogue/index.ts';
import { ingestionsProjection } from '../../../projections/ingestions.ts';
import { iterateJobs, iteratePublications, iterateWorks } from '../../../projections/queries/iterate.ts';
import { worksProjection } from '../../../projections/works.ts';
import { WORKSPACE_SUPERADMIN } from '../../http/access.ts';
import { HttpFailure } from '../../http/errors.ts';
import { route, type Route } from '../../http/route.ts';
import type { DashboardDeps } from '../deps.ts';
import { BOOLEAN, COUNT, object, STRING, textOf } from '../../http/schemas.ts';
import { waitUntilCaughtUp, waitUntilVisible } from '../../http/visible.ts';
import { answerFor, failureSchema, SHARD_ERROR } from './shards.ts';

/** Hundreds of thousands of publications, at some thousands a second. */
const TIMEOUT_MS = 10 * 60_000;

const EMPTIED = [catalogue, worksProjection, ingestionsProjection];

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
  for await (const id of iteratePublications(readModels, workspace))
    yield { shard: shardOf(id, shards), kind: 'publication', id };
  for await (const id of iterateWorks(readModels, workspace)) yield { shard: shardOf(id, shards), kind: 'work', id };
  if (!withJobs) return;
  for await (const { orcid, shard, status } of iterateJobs(readModels, workspace))
    if (status !== 'none') yield { shard, kind: 'jobs', id: orcid };
};

export const resetDataRoute = (deps: DashboardDeps): Route =>
  route('POST /api/site-tools/reset-data', WORKSPACE_SUPERADMIN, {
    summary: 'Reset data',
    description:
      'Empties the workspace of publications and works and, with `clearIngestionJobs`, of finished and waiting jobs. People, members, keys and ' +
      'the audit stay. Needs a superadmin whose address the operator has named, and the confirmation `reset ` + workspace id. ' +
      'A shard that fails does not stop the others; the answer is then 500 and names it. `dryRun` answers what a real run ' +
      'would do.',
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
        throw new HttpFailure(403, 'your address is not among those that may reset data');
      if (confirmation !== `reset ${caller.workspace}`)
        throw new Refused('invalid', 'confirmation_mismatch', 'the confirmation does not match', {
          field: 'confirmation',
          accepted: `reset ${caller.workspace}`,
        });
      await waitUntilCaughtUp(deps, EMPTIED, signal);
      const request = { targets: targets(deps, caller.workspace, clearIngestionJobs), shards: deps.shards, dryRun };
      const { counts, shards, position } = await resetData(deps, request, caller);
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
