/** When a provider was last asked about a publication: apart from the record, whose answer a check without a change leaves as it is. */
import { doiLastChecked } from '../../../commands/last-checks.ts';
import { mustExist } from '../../../domain/must-exist.ts';
import { citedPublication } from '../../../projections/queries/staff-publication.ts';
import { MEMBER } from '../../http/access.ts';
import { route, type Route } from '../../http/route.ts';
import { object, orNull } from '../../http/schemas.ts';
import type { DashboardDeps } from '../deps.ts';
import { idInPath, PUBLICATION_ID } from './ids.ts';

export const lastCheckRoute = ({ readModels, state }: Pick<DashboardDeps, 'readModels' | 'state'>): Route =>
  route('GET /api/publications/*id/last-check', MEMBER, {
    params: { id: PUBLICATION_ID },
    summary: 'Last check of a publication',
    description:
      'When a provider was last asked about the record, whether or not anything had changed; `last_fetched_at` of the record is when something did.',
    responses: {
      200: object({
        last_checked_at: { ...orNull('integer'), description: 'Epoch milliseconds; null if not known.' },
      }),
    },
    errors: [404],
    handle: async (request) => {
      const id = await idInPath({ readModels }, request, '/last-check');
      mustExist(await citedPublication(readModels, request.caller.workspace, id), 'publication');
      return { body: { last_checked_at: await doiLastChecked(state, id) } };
    },
  });
