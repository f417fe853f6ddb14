/** One event in full, with related events. */
import type { Role } from '../../../domain/member/events.ts';
import { relatedEvents, timelineRow } from '../../../projections/queries/timeline.ts';
import { MEMBER } from '../../http/access.ts';
import { route, type Route } from '../../http/route.ts';
import type { DashboardDeps } from '../deps.ts';
import { mustExist } from '../../../domain/must-exist.ts';
import { COUNT, madeId, object, orNull, STRING } from '../../http/schemas.ts';
import type { TimelineRow } from '../../../projections/timeline/index.ts';
import { readableData } from '../access/readers.ts';
import { changesExcerpt } from './excerpt.ts';
import { changesFor, EVENT, describedEvent, EVENT_ITEM, timelineItems } from './item.ts';

const { changes_omitted: _none, ...WHOLE } = EVENT;

const LIST = { type: 'array', items: EVENT_ITEM } as const;

const detailsOf = async (deps: DashboardDeps, workspace: string, role: Role, row: TimelineRow) => {
  const { event, words } = await describedEvent(deps.events, row);
  const { cause, caused, related } = await relatedEvents(deps.readModels, row);
  const causes = cause === null ? [] : [cause];
  const others = [...causes, ...caused, ...related];
  const items = await timelineItems(deps, workspace, others, changesFor(role, changesExcerpt));
  const byId = new Map(items.map((each) => [each.id, each]));
  const itemsOf = (rows: readonly TimelineRow[]) => rows.flatMap(({ id }) => byId.get(id) ?? []);
  const [item] = await timelineItems(
    deps,
    workspace,
    [row],
    changesFor(role, (changes) => ({ changes })),
  );
  return {
    ...mustExist(item, 'event'),
    stream: row.stream,
    revision: row.revision,
    schema_version: event?.schemaVersion ?? 0,
    request_id: event?.metadata.requestId ?? null,
    data: event === null ? null : readableData(role, words.subject, event.data),
    caused_by: itemsOf(causes),
    caused: itemsOf(caused),
    related: itemsOf(related),
  };
};

export const eventRoute = (deps: DashboardDeps): Route =>
  route('GET /api/activity/:id', MEMBER, {
    params: { id: madeId('The id of the event.') },
    summary: 'One event',
    description:
      'The event as recorded, the event that caused it, the events it caused, and the other events of the same request or ' +
      'job: the oldest 100 of each.',
    responses: {
      200: object(
        {
          ...WHOLE,
          stream: STRING,
          revision: COUNT,
          schema_version: COUNT,
          request_id: {
            ...orNull('string'),
            description: 'The `X-Request-Id` that its request was sent with, if any.',
          },
          data: {
            description:
              'As recorded, without the hashes of credentials; null if the stream was erased, or your role cannot read the record.',
          },
          caused_by: LIST,
          caused: LIST,
          related: LIST,
        },
        ['withheld'],
      ),
    },
    errors: [404, 429],
    handle: async ({ params, role, caller: { workspace }, signal }) => {
      const row = mustExist(await timelineRow(deps.readModels, workspace, params.id), 'event');
      const body = await deps.eventPages.inTurn(deps, workspace, signal, (reading) =>
        detailsOf(reading, workspace, role, row),
      );
      return { body };
    },
  });
