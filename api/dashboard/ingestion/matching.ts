/** People skipped by author matching, whom staff may need to link manually. */
import { passedOverIn } from '../../../commands/passed-over.ts';
import { MATCHING } from '../../../domain/limits.ts';
import { MEMBER } from '../../http/access.ts';
import { route, type Route } from '../../http/route.ts';
import { COUNT, MILLISECONDS, object, STRING } from '../../http/schemas.ts';
import type { DashboardDeps } from '../deps.ts';

const PASSED_OVER = object({
  publications: {
    ...COUNT,
    description: 'Number of matching runs that skipped people.',
  },
  people: {
    ...COUNT,
    description: 'People not compared, or not with every author, in the latest of these runs.',
  },
  doi: { ...STRING, description: 'The publication of the latest of these runs.' },
  at: MILLISECONDS,
});

export const matchingRoute = ({ state }: Pick<DashboardDeps, 'state'>): Route =>
  route('GET /api/ingest/matching', MEMBER, {
    summary: 'People skipped by matching',
    description:
      `Each author is compared with at most ${MATCHING.candidates} people with a similar name, and at most ${MATCHING.candidatesOfRecord} per ` +
      'publication. `passed_over` counts the matching runs with more, whom staff can link manually; null if none were skipped.',
    responses: { 200: object({ passed_over: { anyOf: [PASSED_OVER, { type: 'null' }] } }) },
    handle: async ({ caller: { workspace } }) => ({ body: { passed_over: await passedOverIn(state, workspace) } }),
  });
