/** Deletes publications, which is reversible, and restores them. */
import { formatCount } from '../../http/amounts.ts';
import { REQUEST } from '../../../domain/limits.ts';
import { act, type BatchOutcome } from '../../../commands/publication-batches/act.ts';
import { publicationAggregate } from '../../../commands/publication.ts';
import { catalogue } from '../../../projections/catalogue/index.ts';
import { MEMBER } from '../../http/access.ts';
import { keysOf } from '../../../domain/own.ts';
import { route, type Route } from '../../http/route.ts';
import type { DashboardDeps } from '../deps.ts';
import { DONE, senderOf } from '../records/writes.ts';
import { BOOLEAN, object, STRING } from '../../http/schemas.ts';
import { waitUntilVisible } from '../../http/visible.ts';
import { idInPath, idsIn, PUBLICATION_ID } from './ids.ts';

const OUTCOMES = ['deleted', 'restored', 'unchanged', 'not_found', 'conflict'] as const;

const CHANGED = { delete: 'deleted', restore: 'restored' } as const;

const outcomeOf = ({ outcome, refusal }: BatchOutcome, action: keyof typeof CHANGED): (typeof OUTCOMES)[number] => {
  if (outcome === 'refused') return refusal?.kind === 'not_found' ? 'not_found' : 'conflict';
  return outcome === 'changed' ? CHANGED[action] : 'unchanged';
};

export const removeRoutes = (deps: DashboardDeps): readonly Route[] => [
  route('POST /api/publications/bulk', MEMBER, {
    summary: 'Delete or restore many publications',
    description: `Up to ${formatCount(REQUEST.bulkItems)} at once, with an outcome for each; \`success\` is true if all are now deleted or restored. Idempotent.`,
    body: object({
      ids: { type: 'array', minItems: 1, maxItems: REQUEST.bulkItems, items: { ...PUBLICATION_ID, minLength: 1 } },
      action: { type: 'string', enum: keysOf(CHANGED) },
    }),
    responses: {
      200: object({
        success: BOOLEAN,
        results: { type: 'array', items: object({ id: STRING, outcome: { type: 'string', enum: OUTCOMES } }) },
      }),
    },
    handle: async ({ body, caller, signal }) => {
      const { ids, action } = body;
      const chosen = await idsIn(deps, caller.workspace, ids);
      const { outcomes, position } = await act(deps, chosen, action, caller);
      const success = outcomes.every(({ outcome }) => outcome !== 'refused');
      return {
        body: { success, results: outcomes.map((each) => ({ id: each.id, outcome: outcomeOf(each, action) })) },
        headers: await waitUntilVisible(deps, [catalogue], { position }, signal),
      };
    },
  }),
  route('DELETE /api/publications/*id', MEMBER, {
    params: { id: PUBLICATION_ID },
    summary: 'Delete a publication',
    description: 'Reversible and idempotent. With `If-Match`, deletes only that revision.',
    responses: DONE,
    errors: [404, 409, 412],
    handle: async (request) => {
      const id = await idInPath(deps, request);
      return senderOf(deps, publicationAggregate, catalogue)(request, id, { type: 'DeletePublication' });
    },
  }),
];
