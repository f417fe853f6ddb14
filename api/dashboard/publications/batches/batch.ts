/** Hiding, showing, deleting or restoring many publications: looked at first, at once if they are few, else as a job. */
import type { Caller } from '../../../../commands/caller.ts';
import { act, type BatchOutcome } from '../../../../commands/publication-batches/act.ts';
import {
  batches,
  countedIn,
  keepSelection,
  LOOKED_AT_MS,
  queueBatch,
} from '../../../../commands/publication-batches/batches.ts';
import { REQUEST } from '../../../../domain/limits.ts';
import { catalogue } from '../../../../projections/catalogue/index.ts';
import type { PageRequest } from '../../../../projections/queries/page.ts';
import { titlesOf } from '../../../../projections/queries/staff-publications.ts';
import { MEMBER } from '../../../http/access.ts';
import { formatCount } from '../../../http/amounts.ts';
import { route, type Route } from '../../../http/route.ts';
import { BOOLEAN, COUNT, object, orNull, STRING } from '../../../http/schemas.ts';
import type { DashboardDeps } from '../../deps.ts';
import { pagingOf, STAFF_PAGING } from '../../paging.ts';
import { readBack } from '../../../http/visible.ts';
import { ACTION, COUNTS, JOB, jobItem } from './job.ts';
import { BODY, mustBeFor, selected, TOKEN } from './selected.ts';

/** More are a job. */
const AT_ONCE = 100;
/** Of a look at all of them. */
const TIMEOUT_MS = 10 * 60_000;
/** What needs a look comes first. */
const ORDER = ['refused', 'unchanged', 'changed'] as const;

const RESULTS = {
  type: 'array',
  description: `Of the page, first what is refused, then what is unchanged, then what changes.`,
  items: object({
    id: STRING,
    title: orNull('string'),
    outcome: { type: 'string', enum: ORDER },
    reason: { ...orNull('string'), examples: [null], description: 'Why it is refused.' },
  }),
} as const;

const LISTED = { page: COUNT, per_page: COUNT, pages: COUNT } as const;

const pageOf = (outcomes: readonly BatchOutcome[], { page, perPage }: PageRequest): readonly BatchOutcome[] =>
  ORDER.flatMap((outcome) => outcomes.filter((each) => each.outcome === outcome)).slice(
    (page - 1) * perPage,
    page * perPage,
  );

/** What was looked at is carried out under its token, so that sending it again does nothing more. */
const callerFor = (caller: Caller, token: string | undefined): Caller =>
  token === undefined ? caller : { ...caller, correlationId: token, commandId: token };

export const batchRoute = (deps: DashboardDeps): Route =>
  route('POST /api/publications/batches', MEMBER, {
    summary: 'Hide, show, delete or restore many publications',
    description:
      `Of \`ids\` (up to ${formatCount(REQUEST.bulkItems)}), or of all that the listing has with a \`filter\` (up to ` +
      `${formatCount(REQUEST.batchItems)}). With \`dry_run\` nothing changes: the answer counts what would, lists why the rest would ` +
      'not, and has a `token`, which carries out exactly these publications within 24 hours, for the same user. A filter needs ' +
      `that dry run. Up to ${AT_ONCE} publications change at once (200); more are a job (202), which \`GET ` +
      '/api/publications/batches/{id}` follows. One that is refused does not stop the others. All changes share the ' +
      '`correlation_id`, by which `POST /api/activity/causes/{correlation_id}/undo` takes them back. Sending a token again is harmless, and so is a long list of ids under the same `X-Request-Id`; another list under it is refused (409).',
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
          expires_at: { type: 'integer', description: 'Of the token; epoch milliseconds, UTC.' },
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
      const known = dryRun || token === undefined ? null : await batches.get(deps.state, workspace, token);
      if (known !== null && known.actor.id === actor.id) {
        mustBeFor(known, action);
        return { status: 202, body: jobItem(known) };
      }
      const { dois, expiresAt } = await selected(deps, body, caller, signal);
      const paging = pagingOf(query);
      const titles = (outcomes: readonly BatchOutcome[]) =>
        titlesOf(
          deps.readModels,
          workspace,
          pageOf(outcomes, paging).map(({ id }) => id),
        );
      const answer = (outcomes: readonly BatchOutcome[], known: Awaited<ReturnType<typeof titles>> | null) => ({
        ...{ dry_run: dryRun, action, publications: dois.length, ...countedIn(outcomes) },
        results: pageOf(outcomes, paging).map(({ id, outcome, refusal }) => ({
          ...{ id, title: known?.get(id) ?? null, outcome, reason: refusal?.message ?? null },
        })),
        ...{ page: paging.page, per_page: paging.perPage, pages: Math.ceil(outcomes.length / paging.perPage) },
      });
      if (dryRun) {
        const { outcomes } = await act(deps, dois, action, caller, { dryRun: true, signal });
        const made = { id: deps.ids.next(), expiresAt: deps.clock.now() + LOOKED_AT_MS };
        const kept = token === undefined || expiresAt === undefined ? made : { id: token, expiresAt };
        if (kept === made)
          await keepSelection(deps.state, { ...made, workspace, action, actor, total: dois.length }, dois);
        const body = answer(outcomes, await titles(outcomes));
        return { body: { ...body, token: kept.id, expires_at: kept.expiresAt } };
      }
      const by = callerFor(caller, token);
      if (dois.length > AT_ONCE) return { status: 202, body: jobItem(await queueBatch(deps, by, action, dois)) };
      const { outcomes, position } = await act(deps, dois, action, by);
      const { found, headers } = await readBack(deps, [catalogue], { position }, signal, () => titles(outcomes));
      return { headers, body: { ...answer(outcomes, found), correlation_id: by.correlationId } };
    },
  });
