/** The timeline: what happened in the workspace, newest first. */
import type { Caller } from '../../../commands/caller.ts';
import { ID, TEXT } from '../../../domain/limits.ts';
import type { Position } from '../../../domain/event.ts';
import { SUBJECT_TYPES } from '../../../projections/timeline/describe/index.ts';
import { timelinePage, timelineRows, type TimelineQuery } from '../../../projections/queries/timeline.ts';
import type { TimelineRow } from '../../../projections/timeline/index.ts';
import { MEMBER } from '../../http/access.ts';
import { DOI, PERSON_ID } from '../../http/identifiers.ts';
import { pageAnswer, pageSchema, SEARCH } from '../../http/listing.ts';
import {
  cursorParameter,
  decodeCursor,
  encodeCursor,
  fingerprintOf,
  invalidCursor,
  isPosition,
} from '../../http/cursor.ts';
import { refusedQuery } from '../../http/query.ts';
import { route, type Route } from '../../http/route.ts';
import type { DashboardDeps } from '../deps.ts';
import { pagingOf, STAFF_PAGING } from '../paging.ts';
import type { QueryOf } from '../../http/schema-types.ts';
import { BOOLEAN, choiceOf, integerOf, LATEST_MS, orNull, textOf } from '../../http/schemas.ts';
import { causeNamed } from './cause.ts';
import { TIMELINE_FORMAT, TIMELINE_TYPES, timelineFile } from './export.ts';
import { changesExcerpt, EXCERPT_NOTE } from './excerpt.ts';
import { changesFor, EVENT_ITEM, SEVERITIES, STATUSES, timelineItems } from './item.ts';
import { actorsNamed, searchTermsFor, subjectTermsFor } from './who.ts';

const { default: _first, ...PAGE } = STAFF_PAGING.page;

const QUERY = {
  ...STAFF_PAGING,
  page: PAGE,
  ...SEARCH,
  from: integerOf(0, LATEST_MS, { description: 'Earliest time, inclusive; epoch milliseconds, UTC.' }),
  to: integerOf(0, LATEST_MS, { description: 'Latest time, inclusive; epoch milliseconds, UTC.' }),
  event_type: textOf(TEXT.wordCharacters, {
    minLength: 1,
    description: 'The event type, such as `PublicationEdited`.',
  }),
  severity: { type: 'string', enum: SEVERITIES, description: 'Only events of this severity.' },
  status: { type: 'string', enum: STATUSES, description: 'Only events with this outcome.' },
  actor: {
    type: 'string',
    format: 'search',
    minLength: 1,
    maxLength: TEXT.nameCharacters,
    description:
      'An actor type (`user`, `api_key`, `installation` or `system`), an actor id, or the name or email address of a user.',
  },
  correlation_id: textOf(ID.made, {
    minLength: 1,
    description:
      'Only events of this request, job or command: its correlation id, or an `X-Request-Id` that you have sent.',
  }),
  housekeeping: {
    ...BOOLEAN,
    default: true,
    description:
      'False excludes routine system events: job steps that did not fail, citation counts, OpenAlex metadata, matching. Events ' +
      'of a type named in `event_type` are always included.',
  },
  subject: textOf(ID.key, {
    minLength: 1,
    description: 'Only events about the record, user or key with this id.',
  }),
  subject_type: choiceOf(SUBJECT_TYPES, {
    description: 'The type of `subject`, since an entity and a category may have the same id. Only with `subject`.',
  }),
  doi: {
    ...DOI,
    minLength: 1,
    description: 'Only events about the publication with this DOI, bare or as a URL.',
  },
  orcid: {
    ...PERSON_ID,
    minLength: 1,
    description: `Only events about this person and their jobs. ${PERSON_ID.description}`,
  },
  format: TIMELINE_FORMAT,
  cursor: cursorParameter('The `next_cursor` of a response to the same query; not with `page`.'),
} as const;

type Filters = Partial<QueryOf<typeof QUERY, never>>;

const queryOf = async (deps: DashboardDeps, caller: Caller, filters: Filters): Promise<TimelineQuery> => {
  const { workspace } = caller;
  const { from = null, to = null, event_type: type = null, severity = null, status = null, actor } = filters;
  const who = actor === undefined ? { actorIds: null, actorType: null } : await actorsNamed(deps, workspace, actor);
  const terms = await searchTermsFor(deps, workspace, filters.q ?? '');
  const { correlation_id: named, housekeeping = true } = filters;
  const correlationId = named === undefined ? null : await causeNamed(deps, caller, named);
  const exact = { workspace, from, to, type, severity, status, correlationId, housekeeping };
  return { ...exact, ...who, terms: [...terms, ...subjectTermsFor(filters)] };
};

/** The position to resume from. Throws `Refused('invalid')` for a cursor that was never issued or belongs to another query. */
const placeIn = (cursor: string, expected: string): Position => {
  const [place, fingerprint, ...more] = decodeCursor(cursor);
  if (!isPosition(place) || fingerprint !== expected || more.length > 0)
    throw invalidCursor('must be the next_cursor of a response to the same query');
  return place;
};

export const timelineRoute = (deps: DashboardDeps): Route =>
  route('GET /api/activity', MEMBER, {
    summary: 'List events',
    description:
      'The timeline: everything changed by people, keys, installations and the system, newest first. Filters combine. Each word ' +
      'of `q` must match the summary, the id of the subject or actor, or the name or email address of a user who is either. ' +
      'Events also match if all words match the title or authors of their publication or the name of their person, for at ' +
      'most 200 such records of each kind. `cursor` pages through all events without drift while new ones arrive. ' +
      EXCERPT_NOTE,
    query: QUERY,
    responses: {
      200: pageSchema({
        name: 'events',
        item: EVENT_ITEM,
        echoes: { next_cursor: orNull('string'), has_more: BOOLEAN },
      }),
    },
    streams: TIMELINE_TYPES,
    errors: [429],
    handle: async ({ query, role, caller, signal }) => {
      const { workspace } = caller;
      const { page: _page, per_page: _size, perPage: _spelling, cursor, format, housekeeping, ...others } = query;
      if (cursor !== undefined && query.page !== undefined)
        throw refusedQuery('cursor and page exclude each other', 'cursor', 'must not be sent with page');
      const paging = pagingOf(query);
      if (others.subject_type !== undefined && others.subject === undefined)
        throw refusedQuery('subject_type needs a subject', 'subject_type', 'must be sent with subject');
      // A default is not part of the fingerprint.
      const filters = housekeeping ? others : { ...others, housekeeping };
      const fingerprint = fingerprintOf(Object.entries({ workspace, ...filters }));
      const before = cursor === undefined ? null : placeIn(cursor, fingerprint);
      const asked = await queryOf(deps, caller, filters);
      const readIn = (rows: readonly TimelineRow[], until: AbortSignal) =>
        deps.eventPages.inTurn(deps, workspace, until, (reading) =>
          timelineItems(reading, workspace, rows, changesFor(role, changesExcerpt)),
        );
      if (format !== undefined) {
        if (cursor !== undefined || paging.page !== 1)
          throw refusedQuery('a file has everything that matches', 'format', 'must not be sent with page or cursor');
        const reader = `${workspace} ${role}`;
        return timelineFile(deps, await timelineRows(deps.readModels, asked), readIn, { format, reader });
      }
      const { rows, next, ...counted } = await timelinePage(deps.readModels, asked, paging, before);
      const items = await readIn(rows, signal);
      return pageAnswer('events', { items, ...counted }, paging, {
        next_cursor: next === null ? null : encodeCursor([next, fingerprint]),
        has_more: next !== null,
      });
    },
  });
