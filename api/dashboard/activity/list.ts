/** The timeline: what happened in the workspace, newest first. */
import { ID, TEXT } from '../../../domain/limits.ts';
import { Refused } from '../../../domain/errors.ts';
import type { Position } from '../../../domain/event.ts';
import { SUBJECT_TYPES } from '../../../projections/timeline/describe/index.ts';
import { timelinePage, type TimelineQuery } from '../../../projections/queries/timeline.ts';
import { MEMBER } from '../../http/access.ts';
import { DOI, ORCID } from '../../http/identifiers.ts';
import { pageAnswer, pageSchema, SEARCH } from '../../http/listing.ts';
import {
  cursorParameter,
  decodeCursor,
  encodeCursor,
  fingerprintOf,
  invalidCursor,
  isPosition,
} from '../../http/cursor.ts';
import { route, type Route } from '../../http/route.ts';
import type { DashboardDeps } from '../deps.ts';
import { pagingOf, STAFF_PAGING } from '../paging.ts';
import type { QueryOf } from '../../http/schema.ts';
import { BOOLEAN, integerOf, LATEST_MS, orNull, textOf } from '../../http/schemas.ts';
import { EXCERPT_NOTE } from './excerpt.ts';
import { EVENT_ITEM, SEVERITIES, STATUSES, timelineItems } from './item.ts';
import { actorsCalled, subjectsSought, wordsSought } from './who.ts';

const { default: _first, ...PAGE } = STAFF_PAGING.page;

const QUERY = {
  ...STAFF_PAGING,
  page: PAGE,
  ...SEARCH,
  from: integerOf(0, LATEST_MS, { description: 'Not before; epoch milliseconds, UTC.' }),
  to: integerOf(0, LATEST_MS, { description: 'Not after; epoch milliseconds, UTC.' }),
  event_type: textOf(TEXT.wordCharacters, {
    minLength: 1,
    description: "The event's own name, such as `PublicationEdited`.",
  }),
  severity: { type: 'string', enum: SEVERITIES, description: 'How much it matters.' },
  status: { type: 'string', enum: STATUSES, description: 'The outcome.' },
  actor: {
    type: 'string',
    format: 'search',
    minLength: 1,
    maxLength: TEXT.nameCharacters,
    description: '`user`, `api_key`, `installation` or `system`; the id of one; or the name or address of a user.',
  },
  correlation_id: textOf(ID.made, { minLength: 1, description: 'Only what one request, job or command caused.' }),
  housekeeping: {
    ...BOOLEAN,
    default: true,
    description:
      'False leaves out what the system does to maintain the catalogue: steps of jobs that did not fail, citation counts, facts ' +
      'of OpenAlex, matching. With `event_type`, events of that type are shown in any case.',
  },
  subject: textOf(ID.key, {
    minLength: 1,
    description: 'Only what happened to the record, user or key of this id.',
  }),
  subject_type: {
    type: 'string',
    enum: SUBJECT_TYPES,
    description: 'What `subject` is: an entity and a category may have the same id. Only with `subject`.',
  },
  doi: {
    ...DOI,
    minLength: 1,
    description: 'Only what happened to this publication: its DOI, bare or as its URL.',
  },
  orcid: {
    ...ORCID,
    minLength: 1,
    description: 'Only what happened to this person and in their jobs: the ORCID iD.',
  },
  cursor: cursorParameter('The `next_cursor` of an answer to the same query; not with `page`.'),
} as const;

type Asked = Partial<QueryOf<typeof QUERY, never>>;

const queryOf = async (deps: DashboardDeps, workspace: string, asked: Asked): Promise<TimelineQuery> => {
  const { from = null, to = null, event_type: type = null, severity = null, status = null, actor } = asked;
  const who = actor === undefined ? { actorIds: null, actorType: null } : await actorsCalled(deps, actor);
  const sought = await wordsSought(deps, workspace, asked.q ?? '');
  const { correlation_id: correlationId = null, housekeeping = true } = asked;
  const one = { workspace, from, to, type, severity, status, correlationId, housekeeping };
  return { ...one, ...who, sought: [...sought, ...subjectsSought(asked)] };
};

/** Where a walk goes on that began with what is asked. Throws `Refused('invalid')` for what was never handed out, or was for another query. */
const placeIn = (cursor: string, asked: string): Position => {
  const [place, fingerprint, ...more] = decodeCursor(cursor);
  if (!isPosition(place) || fingerprint !== asked || more.length > 0)
    throw invalidCursor('must be the next_cursor of an answer to the same query');
  return place;
};

export const timelineRoute = (deps: DashboardDeps): Route =>
  route('GET /api/activity', MEMBER, {
    summary: 'The timeline',
    description:
      'Everything that a person, key, installation or the system changed, newest first. Filters combine. Each word of `q` is ' +
      'looked for in the summary and in the ids of subject and actor, and in the name or address of a user who did it or whom ' +
      'it is about; besides, events are found whose publication (title, authors) or person (name) has all of the words, of at ' +
      'most 200 such records of each kind. `cursor` walks through all of it without drift while events arrive. ' +
      EXCERPT_NOTE,
    query: QUERY,
    responses: {
      200: pageSchema({
        name: 'events',
        item: EVENT_ITEM,
        echoes: { next_cursor: orNull('string'), has_more: BOOLEAN },
      }),
    },
    handle: async ({ query, caller: { workspace } }) => {
      const { page: _page, per_page: _size, perPage: _spelling, cursor, housekeeping, ...others } = query;
      if (cursor !== undefined && query.page !== undefined)
        throw new Refused('invalid', 'invalid_query', 'cursor and page exclude each other', {
          errors: [{ parameter: 'cursor', message: 'must not be sent with page' }],
        });
      const paging = pagingOf(query);
      if (others.subject_type !== undefined && others.subject === undefined)
        throw new Refused('invalid', 'invalid_query', 'subject_type needs a subject', {
          errors: [{ parameter: 'subject_type', message: 'must be sent with subject' }],
        });
      // What is asked by default is no part of a cursor, or those of an earlier release would not be taken.
      const filters = housekeeping ? others : { ...others, housekeeping };
      const asked = fingerprintOf(Object.entries({ workspace, ...filters }));
      const before = cursor === undefined ? null : placeIn(cursor, asked);
      const { rows, next, ...counted } = await timelinePage(
        deps.readModels,
        await queryOf(deps, workspace, filters),
        paging,
        before,
      );
      return pageAnswer('events', { items: await timelineItems(deps, workspace, rows), ...counted }, paging, {
        next_cursor: next === null ? null : encodeCursor([next, asked]),
        has_more: next !== null,
      });
    },
  });
