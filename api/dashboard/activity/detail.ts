/** One event whole, with what belongs to it. */
import { Refused } from '../../../domain/errors.ts';
import { correlatedRows, timelineRow } from '../../../projections/queries/timeline.ts';
import { MEMBER } from '../../http/access.ts';
import { inWorkspace, type Route } from '../../http/route.ts';
import type { DashboardDeps } from '../deps.ts';
import { COUNT, object, STRING } from '../schemas.ts';
import { EVENT, tell, timelineItems } from './item.ts';

const LIST = { type: 'array', items: object(EVENT) };

export const detailRoute = (deps: DashboardDeps): Route =>
  inWorkspace({
    method: 'GET',
    path: '/api/activity/:id',
    access: MEMBER,
    extension: true,
    summary: 'One event',
    description:
      'The event as it was recorded, what caused it and what it caused, as far as these are events, and everything else (at most ' +
      '100) that came of the same request or job.',
    query: {},
    responses: {
      200: object({
        ...EVENT,
        stream: STRING,
        revision: COUNT,
        schema_version: COUNT,
        data: { description: 'As it was recorded; null if the stream was erased.' },
        caused_by: LIST,
        caused: LIST,
        related: LIST,
      }),
    },
    errors: [401, 403, 404, 503],
    handle: async ({ params, caller: { workspace } }) => {
      const row = await timelineRow(deps.readModels, workspace, params['id'] ?? '');
      if (row === null) throw new Refused('not_found', 'event_not_found', 'no such event');
      const { event } = await tell(deps.events, row);
      const correlated = await correlatedRows(deps.readModels, workspace, row.correlationId);
      const others = await timelineItems(
        deps,
        workspace,
        correlated.filter(({ id }) => id !== row.id),
      );
      const [item] = await timelineItems(deps, workspace, [row]);
      const cause = event?.metadata.causationId ?? null;
      return {
        body: {
          ...item,
          stream: row.stream,
          revision: row.revision,
          schema_version: event?.schemaVersion ?? 0,
          data: event?.data ?? null,
          caused_by: others.filter(({ id }) => id === cause),
          caused: others.filter(({ causation_id: causation }) => causation === row.id),
          related: others.filter(({ id, causation_id: causation }) => id !== cause && causation !== row.id),
        },
      };
    },
  });
