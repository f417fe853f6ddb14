/** What has changed since: for pages that stay open while others work. */
import { Refused } from '../../../domain/errors.ts';
import type { Position } from '../../../domain/event.ts';
import { FOLLOWING, NUMBER } from '../../../domain/limits.ts';
import { SUBJECT_TYPES } from '../../../projections/timeline/describe/index.ts';
import { MEMBER_FOLLOWING } from '../../http/access.ts';
import { route, type QueryRequest, type Route } from '../../http/route.ts';
import { BOOLEAN, COUNT, givenId, integerOf, object, STRING } from '../../http/schemas.ts';
import { WORKSPACE_PARAMETER } from '../access/workspace.ts';
import type { DashboardDeps } from '../deps.ts';
import { changesAfter, changesAsShown, follow } from './follow.ts';
import { pendingRoute } from './pending.ts';

const CHANGES = object({
  position: { ...COUNT, description: 'Send it as `after` the next time.' },
  changed: {
    type: 'array',
    description: `Records that have changed, each once: of the newest ${FOLLOWING.records} events.`,
    items: object({ type: { type: 'string', enum: SUBJECT_TYPES }, id: STRING }),
  },
  has_more: { ...BOOLEAN, description: 'More has changed than is listed: anything may have.' },
});

const LAST_EVENT_ID = 'last-event-id';

const QUERY = {
  [WORKSPACE_PARAMETER]: givenId('The workspace, in place of `X-Workspace-Id`, which a stream cannot send.'),
  after: integerOf(0, NUMBER.integer, { description: 'The `position` of an earlier answer. Default: from now on.' }),
} as const;

/** A client that reconnects says so in a header; what it asked at first is older. Throws a 400. */
const afterIn = ({ query, headers }: QueryRequest<typeof QUERY>): Position | null => {
  const last = headers[LAST_EVENT_ID];
  if (last === undefined || last === '') return query.after ?? null;
  const position = /^\d{1,16}$/u.test(String(last)) ? Number(last) : Number.NaN;
  if (position <= NUMBER.integer) return position;
  throw new Refused('invalid', 'invalid_position', 'not the id of an event of this stream', {
    field: 'Last-Event-ID',
    accepted: 'the id of an event of this stream',
  });
};

export const changeRoutes = (deps: DashboardDeps): readonly Route[] => [
  route('GET /api/changes', MEMBER_FOLLOWING, {
    summary: 'What has changed',
    description:
      'Which records have changed since a position, as far as listings show it; never what has changed about them. With ' +
      '`Accept: text/event-stream` it is a stream of server-sent events: `change` whenever something has, and `heartbeat` at ' +
      `least every ${FOLLOWING.heartbeatMs / 1_000} seconds, both with the JSON of this answer as data and its position as id. ` +
      '`Last-Event-ID` resumes it. It ends with the session or the membership, which it does not extend, and when the server ' +
      `stops. A user has at most ${FOLLOWING.perUser} streams at once.`,
    query: QUERY,
    responses: { 200: CHANGES },
    errors: [429],
    handle: async (request) => {
      const { workspace } = request.caller;
      const { position, ...changed } = await changesAfter(
        { feed: deps.changes, readModels: deps.readModels, workspace },
        afterIn(request),
      );
      return { body: changesAsShown(position, changed) };
    },
    follow: (request, signal) => {
      const { principal, caller, isStillGranted } = request;
      if (isStillGranted === undefined) throw new Error('a stream was reached that cannot end with its session');
      const after = afterIn(request);
      deps.streams.open(principal.userId, signal);
      const { changes: feed, readModels, heartbeatMs } = deps;
      return follow({ feed, readModels, workspace: caller.workspace, after, isStillGranted, heartbeatMs }, signal);
    },
  }),
  pendingRoute(deps),
];
