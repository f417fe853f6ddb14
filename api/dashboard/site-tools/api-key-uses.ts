/** What a partner's key was used for. */
import { listUses } from '../../../commands/credentials/uses.ts';
import { Refused } from '../../../domain/errors.ts';
import { apiKeyOf } from '../../../projections/queries/api-keys.ts';
import { WORKSPACE_ADMIN } from '../../http/access.ts';
import { cursorParameter, refusedCursor, seal, unseal } from '../../http/cursor.ts';
import { inWorkspace, type Route } from '../../http/route.ts';
import { MILLISECONDS, object, orNull, STRING } from '../../http/schemas.ts';
import type { DashboardDeps } from '../deps.ts';
import { hashIn, KEY_HASH } from './key-hash.ts';

const MOST = 100;

const USE = object({
  at: MILLISECONDS,
  operation: { ...STRING, description: 'Method and path of the address.' },
  outcome: {
    ...STRING,
    description: 'The status answered, or why the key was refused; `admitted` if that is not known.',
  },
  address: { ...STRING, description: 'Of the client.' },
  correlation_id: { ...STRING, description: 'Of the request, as events that it caused carry it.' },
});

const placeIn = (cursor: string): string => {
  const [after, ...more] = unseal(cursor);
  if (typeof after !== 'string' || more.length > 0) throw refusedCursor('must be the next_cursor of the page before');
  return after;
};

export const apiKeyUsesRoute = (deps: DashboardDeps): Route =>
  inWorkspace({
    method: 'GET',
    path: '/api/site-tools/api-keys/:keyHash/uses',
    params: { keyHash: KEY_HASH },
    access: WORKSPACE_ADMIN,
    extension: true,
    summary: 'List the uses of an API key',
    description: 'The latest first; each is kept for 90 days.',
    query: {
      per_page: { type: 'integer', minimum: 1, maximum: MOST, default: 20, description: 'Uses a page.' },
      cursor: cursorParameter('The `next_cursor` of the page before.'),
    },
    responses: { 200: object({ uses: { type: 'array', items: USE }, next_cursor: orNull('string') }) },
    errors: [400, 401, 403, 404, 503],
    handle: async ({ params, query, caller: { workspace } }) => {
      const keyHash = hashIn(params);
      if ((await apiKeyOf(deps.readModels, workspace, keyHash)) === null)
        throw new Refused('not_found', 'api_key_not_found', 'no such API key');
      const cursor = query['cursor'] as string | undefined;
      const after = cursor === undefined ? null : placeIn(cursor);
      const { uses, next } = await listUses(deps, keyHash, { limit: query['per_page'] as number, after });
      return {
        body: {
          uses: uses.map(({ correlationId, ...use }) => ({ ...use, correlation_id: correlationId })),
          next_cursor: next === null ? null : seal([next]),
        },
      };
    },
  });
