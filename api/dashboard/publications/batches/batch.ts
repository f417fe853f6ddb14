/** Hides, shows, keeps visible, deletes or restores many publications: as a dry run, immediately if they are few, else as a job. */
import { act, type BatchOutcome } from '../../../../commands/publication-batches/act.ts';
import {
  batches,
  countedIn,
  keepActed,
  keepSelection,
  SELECTION_TTL_MS,
  queueBatch,
} from '../../../../commands/publication-batches/batches.ts';
import { REQUEST } from '../../../../domain/limits.ts';
import { catalogue } from '../../../../projections/catalogue/index.ts';
import type { PageRequest } from '../../../../projections/queries/listing.ts';
import { titlesOf } from '../../../../projections/queries/staff-publications.ts';
import { MEMBER } from '../../../http/access.ts';
import { formatCount } from '../../../http/amounts.ts';
import { route, type Route } from '../../../http/route.ts';
import { BOOLEAN, COUNT, object, orNull, STRING } from '../../../http/schemas.ts';
import type { DashboardDeps } from '../../deps.ts';
import { pagingOf, STAFF_PAGING } from '../../paging.ts';
import { readBack } from '../../../http/visible.ts';
import { ACTION, COUNTS, JOB, jobItem } from './job.ts';
import { BODY, mustMatchAction, selected, TOKEN } from './selected.ts';

/** A larger batch becomes a job. */
const AT_ONCE = 100;
/** Long enough for a dry run of the largest batch. */
const TIMEOUT_MS = 10 * 60_000;
/** Refusals first, since they need attention. */
const ORDER = ['refused', 'unchanged', 'changed'] as const;

const RESULTS = {
  type: 'array',
  description: 'One page of the results: refused publications first, then unchanged, then changed.',
  items: object({
    id: STRING,
    title: orNull('string'),
    outcome: { type: 'string', enum: ORDER },
    reason: { ...orNull('string'), examples: [null], description: 'Why it was refused.' },
    code: { ...orNull('string'), examples: [null], description: 'The same as a stable name, as errors have it.' },
  }),
} as const;

const LISTED = { page: COUNT, per_page: COUNT, pages: COUNT } as const;

const pageOf = (outcomes: readonly BatchOutcome[], { page, perPage }: PageRequest): readonly BatchOutcome[] =>
  ORDER.flatMap((outcome) => outcomes.filter((each) => each.outcome === outcome)).slice(
    (page - 1) * perPage,
    page * perPage,
  );

export const batchRoute = (deps: DashboardDeps): Route =>
  route('POST /api/publications/batches', MEMBER, {
    summary: 'Hide, show, keep, delete or restore publications',
    description:
      `Selects publications by \`ids\` (up to ${formatCount(REQUEST.bulkItems)}) or by a \`filter\` of the listing (up to ` +
      `${formatCount(REQUEST.batchItems)}). \`dry_run\` changes nothing: it counts what would change, lists why the rest would not, ` +
      'and returns a `token`, which applies the action to exactly these publications within 24 hours, for the same user. A ' +
      `filter requires this dry run. Up to ${AT_ONCE} publications change immediately (200); more become a job (202), whose ` +
      'progress is at `GET /api/publications/batches/{id}`. `keep_visible` says that retracted publications stay visible, until another notice comes. ' +
      'A refused publication does not stop the others. All changes share the ' +
      '`correlation_id`; `POST /api/activity/causes/{correlation_id}/undo` reverts them. Sending a token again has no further ' +
      'effect, nor has a long list of ids with the same `X-Request-Id`; another list with it is rejected (409).',
    query: STAFF_PAGING,
    timeoutMs: TIMEOUT_MS,
    body: BODY,
    responses: {
      200: object(
        {
          dry_run: BOOLEAN,
          action: ACTION,
          ...COUNTS,
          results: RESULTS,
          ...LISTED,
          token: TOKEN,
          expires_at: { type: 'integer', description: 'When the token expires. Epoch milliseconds, UTC.' },
          correlation_id: STRING,
        },
        ['token', 'expires_at', 'correlation_id'],
      ),
      202: JOB,
    },
    errors: [404, 409],
    handle: async ({ body, query, caller, signal }) => {
      const { action, dry_run: dryRun = false } = body;
      const token = 'token' in body ? body.token : undefined;
      const { workspace, actor } = caller;
      const existing = dryRun || token === undefined ? null : await batches.get(deps.state, workspace, token);
      if (existing !== null && existing.actor.id === actor.id) {
        mustMatchAction(existing, action);
        return { status: 202, body: jobItem(existing) };
      }
      const { dois, selection } = await selected(deps, body, caller, signal);
      const paging = pagingOf(query);
      const titles = (outcomes: readonly BatchOutcome[]) => {
        const ids = pageOf(outcomes, paging).map(({ id }) => id);
        return titlesOf(deps.readModels, workspace, ids);
      };
      const answer = (outcomes: readonly BatchOutcome[], titleOf: Awaited<ReturnType<typeof titles>> | null) => ({
        ...{ dry_run: dryRun, action, publications: dois.length, ...countedIn(outcomes) },
        results: pageOf(outcomes, paging).map(({ id, outcome, refusal }) => ({
          ...{ id, title: titleOf?.get(id) ?? null, outcome },
          ...{ reason: refusal?.message ?? null, code: refusal?.code ?? null },
        })),
        ...{ page: paging.page, per_page: paging.perPage, pages: Math.ceil(outcomes.length / paging.perPage) },
      });
      if (dryRun) {
        const { outcomes } = await act(deps, dois, action, caller, { dryRun: true, signal });
        const fresh = { id: deps.ids.next(), expiresAt: deps.clock.now() + SELECTION_TTL_MS };
        const kept = selection ?? { ...fresh, workspace, action, actor, total: dois.length };
        if (selection === undefined) await keepSelection(deps.state, kept, dois);
        const body = answer(outcomes, await titles(outcomes));
        return { body: { ...body, token: kept.id, expires_at: kept.expiresAt } };
      }
      // The token serves as the command id, so that one sent again after it was cut off changes nothing twice.
      const by = token === undefined ? caller : { ...caller, correlationId: token, commandId: token };
      if (dois.length > AT_ONCE) return { status: 202, body: jobItem(await queueBatch(deps, by, action, dois)) };
      const acted = selection?.acted ?? (await act(deps, dois, action, by));
      if (selection !== undefined && selection.acted === undefined) await keepActed(deps.state, selection, acted);
      const { outcomes, position } = acted;
      const { found, headers } = await readBack(deps, [catalogue], { position }, signal, () => titles(outcomes), {
        orBefore: true,
      });
      return { headers, body: { ...answer(outcomes, found), correlation_id: by.correlationId } };
    },
  });
