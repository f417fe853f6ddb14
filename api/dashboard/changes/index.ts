/** Changes since a position, for pages that stay open while others work. */
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
  position: { ...COUNT, description: 'Send it as `after` in the next request.' },
  changed: {
    type: 'array',
    description: `The changed records, each once, of the newest ${FOLLOWING.records} events.`,
    items: object({ type: { type: 'string', enum: SUBJECT_TYPES }, id: STRING }),
  },
  has_more: { ...BOOLEAN, description: 'More records have changed than are listed: assume that any may have.' },
});

const QUERY = {
  [WORKSPACE_PARAMETER]: givenId('The workspace, in place of `X-Workspace-Id`, which `EventSource` cannot send.'),
  after: integerOf(0, NUMBER.integer, { description: 'The `position` of an earlier response. Default: from now on.' }),
} as const;

/** A reconnecting client sends `Last-Event-ID`, which is newer than its original query. Throws a 400. */
const afterIn = ({ query, headers }: QueryRequest<typeof QUERY>): Position | null => {
  const last = headers['last-event-id'];
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
    summary: 'List changes',
    description:
      'Lists the records that have changed since a position, as far as listings show it, but not what changed in them. With ' +
      '`Accept: text/event-stream`, streams server-sent events: `change` on every change, and `heartbeat` at least every ' +
      `${FOLLOWING.heartbeatMs / 1_000} seconds, both with this JSON as data and the position as id. \`Last-Event-ID\` ` +
      'resumes a stream. A stream does not extend the session; it ends with the session or membership, or when the server ' +
      `stops. A user can have at most ${FOLLOWING.perUser} streams open.`,
    query: QUERY,
    responses: { 200: CHANGES },
    errors: [429],
    handle: async (request) => {
      const { changes: feed, readModels } = deps;
      const { workspace } = request.caller;
      const { position, ...changed } = await changesAfter({ feed, readModels, workspace }, afterIn(request));
      return { body: changesAsShown(position, changed) };
    },
    follow: (request, signal) => {
      const { principal, caller, isStillGranted } = request;
      if (isStillGranted === undefined) throw new Error('a stream was opened that cannot end with its session');
      const after = afterIn(request);
      deps.streams.open(principal.userId, signal);
      const { changes: feed, readModels, heartbeatMs } = deps;
      return follow({ feed, readModels, workspace: caller.workspace, after, isStillGranted, heartbeatMs }, signal);
    },
  }),
  pendingRoute(deps),
];
