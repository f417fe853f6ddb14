/** Whom the matching of authors with people passed over, so that staff know what to link by hand. */
import { passedOverIn } from '../../../commands/passed-over.ts';
import { MATCHING } from '../../../domain/limits.ts';
import { MEMBER } from '../../http/access.ts';
import { route, type Route } from '../../http/route.ts';
import { COUNT, MILLISECONDS, object, STRING } from '../../http/schemas.ts';
import type { DashboardDeps } from '../deps.ts';

const PASSED_OVER = object({
  publications: {
    ...COUNT,
    description: 'Matches in which people were passed over, each counted.',
  },
  people: {
    ...COUNT,
    description: 'In the latest of these matches: people who were not compared, or not with every author.',
  },
  doi: { ...STRING, description: 'The publication of the latest of these matches.' },
  at: MILLISECONDS,
});

export const matchingRoute = ({ state }: Pick<DashboardDeps, 'state'>): Route =>
  route('GET /api/ingest/matching', MEMBER, {
    summary: 'What matching passed over',
    description:
      `Authors are compared with at most ${MATCHING.candidates} people of a like name each, and ${MATCHING.candidatesOfRecord} a publication. ` +
      '`passed_over` says in how many matches there were more, who can be linked by hand; null if none was passed over.',
    responses: { 200: object({ passed_over: { anyOf: [PASSED_OVER, { type: 'null' }] } }) },
    handle: async ({ caller: { workspace } }) => ({ body: { passed_over: await passedOverIn(state, workspace) } }),
  });
