/** Whom the timeline can be narrowed to by name: the members of the workspace. */
import { SEARCH } from '../../../domain/limits.ts';
import { usersInTimeline } from '../../../projections/queries/timeline-subjects.ts';
import { MEMBER } from '../../http/access.ts';
import { route, type Route } from '../../http/route.ts';
import { object } from '../../http/schemas.ts';
import type { DashboardDeps } from '../deps.ts';
import { LABELLED, labelsFor, memberIds } from './labels.ts';

export const actorsRoute = (deps: DashboardDeps): Route =>
  route('GET /api/activity/actors', MEMBER, {
    summary: 'Members in the timeline',
    description: `The members of the workspace, by name, for the parameter \`actor\` of the timeline: at most ${SEARCH.users}.`,
    responses: { 200: object({ actors: { type: 'array', items: LABELLED } }) },
    handle: async ({ caller: { workspace } }) => {
      const known = await usersInTimeline(deps.readModels, workspace);
      const members = await memberIds(deps.readModels, workspace, known);
      const users = [...members.keys()].map((id) => ({ type: 'user', id }) as const);
      const labelOf = await labelsFor(deps, workspace, users);
      const actors = users.map(labelOf);
      return { body: { actors: actors.sort((a, b) => a.label.localeCompare(b.label, 'en')) } };
    },
  });
