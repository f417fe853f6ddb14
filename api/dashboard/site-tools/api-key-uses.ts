/** The usage log of an API key. */
import { listUses, type KeyUse, type Refusals } from '../../../commands/credentials/uses.ts';
import { apiKeyOf } from '../../../projections/queries/api-keys.ts';
import { WORKSPACE_ADMIN } from '../../http/access.ts';
import { cursorParameter, decodeCursor, encodeCursor, invalidCursor } from '../../http/cursor.ts';
import { route, type Route } from '../../http/route.ts';
import type { ShownOf } from '../../http/schema-types.ts';
import { MILLISECONDS, object, orNull, STRING } from '../../http/schemas.ts';
import type { DashboardDeps } from '../deps.ts';
import { pagingOf, STAFF_PAGING } from '../paging.ts';
import { mustExist } from '../../../domain/must-exist.ts';
import { hashIn, KEY_HASH } from './api-key-item.ts';

const USE = object({
  at: {
    ...MILLISECONDS,
    description: 'For rejections, the start of the minute that they are counted in. Epoch milliseconds, UTC.',
  },
  operation: { ...orNull('string'), description: 'Method and path template; null for rejections.' },
  outcome: {
    ...STRING,
    description: 'The response status, or `admitted` if unknown; for rejections, the reason.',
  },
  count: { type: 'integer', minimum: 1, description: 'The number of requests: 1 for an accepted request.' },
  address: { ...orNull('string'), description: 'Address of the client; null for rejections.' },
  correlation_id: {
    ...orNull('string'),
    description: 'Id of the request, also on the events that it caused; null for rejections.',
  },
});

const placeIn = (cursor: string): string => {
  const [after, ...more] = decodeCursor(cursor);
  if (typeof after !== 'string' || more.length > 0) throw invalidCursor('must be the next_cursor of the previous page');
  return after;
};

const itemOf = (entry: KeyUse | Refusals): ShownOf<typeof USE> => {
  if ('refused' in entry)
    return {
      ...{ at: entry.at, operation: null, outcome: entry.outcome },
      ...{ count: entry.refused, address: null, correlation_id: null },
    };
  const { correlationId, ...use } = entry;
  return { ...use, count: 1, correlation_id: correlationId };
};

export const apiKeyUsesRoute = (deps: DashboardDeps): Route =>
  route('GET /api/site-tools/api-keys/:keyHash/uses', WORKSPACE_ADMIN, {
    params: { keyHash: KEY_HASH },
    summary: 'List the uses of an API key',
    description:
      'Newest first. Each accepted request is one entry, kept for 90 days; rejected requests are counted by minute and reason, kept for 7 days.',
    query: {
      per_page: STAFF_PAGING.per_page,
      perPage: STAFF_PAGING.perPage,
      cursor: cursorParameter('The `next_cursor` of the previous page.'),
    },
    responses: { 200: object({ uses: { type: 'array', items: USE }, next_cursor: orNull('string') }) },
    errors: [404],
    handle: async ({ params, query, caller: { workspace } }) => {
      const keyHash = hashIn(params);
      mustExist(await apiKeyOf(deps.readModels, workspace, keyHash), 'API key');
      const { cursor, ...size } = query;
      const after = cursor === undefined ? null : placeIn(cursor);
      const { uses, next } = await listUses(deps, keyHash, { limit: pagingOf(size).perPage, after });
      return {
        body: {
          uses: uses.map(itemOf),
          next_cursor: next === null ? null : encodeCursor([next]),
        },
      };
    },
  });
