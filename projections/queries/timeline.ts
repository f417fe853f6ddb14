/** Finds events of a workspace through the timeline index: newest first, without hidden ones. */
import type { Position } from '../../domain/event.ts';
import type { EventType } from '../define.ts';
import { type Condition, having, type ReadModels, type TermPrefix } from '../ports.ts';
import { DESCRIPTIONS } from '../timeline/describe/index.ts';
import { cleanups, timeline, type TimelineRow } from '../timeline/index.ts';
import type { PageRequest, Rows } from './listing.ts';

/** Routine system events, of no interest to a person looking for what changed. */
const HOUSEKEEPING: ReadonlySet<EventType> = new Set<EventType>([
  'IdentifierAssigned',
  'PublicationIdentified',
  'PublicationKeptApart',
  'IngestionQueued',
  'IngestionStarted',
  'IngestionTakenOver',
  'IngestionProgressed',
  'IngestionRetried',
  'IngestionSucceeded',
  'CitationCountChanged',
  'PublicationEnriched',
  'AuthorsMatched',
  'OriginCheckRequested',
]);

const NOTABLE_EVENT_TYPES: readonly EventType[] = (Object.keys(DESCRIPTIONS) as readonly EventType[]).filter(
  (type) => !HOUSEKEEPING.has(type),
);

export type TimelineQuery = {
  readonly workspace: string;
  /** Epoch ms, both inclusive. */
  readonly from: number | null;
  readonly to: number | null;
  readonly type: string | null;
  readonly severity: string | null;
  readonly status: string | null;
  /** Any of these; null = anyone. */
  readonly actorIds: readonly string[] | null;
  readonly actorType: string | null;
  readonly correlationId: string | null;
  /** False leaves out routine system events. */
  readonly housekeeping: boolean;
  /** For each of these, one of the event's terms begins with it. */
  readonly terms: readonly TermPrefix[];
};

const actorIs = (ids: readonly string[]): Condition => {
  const [only, ...more] = ids;
  return only !== undefined && more.length === 0 ? { field: 'actorId', eq: only } : { field: 'actorId', in: ids };
};

/** The conditions that leave out what a workspace has hidden. */
const shownIn = async (readModels: ReadModels, workspace: string): Promise<readonly Condition[]> => {
  const { fromPlace = 0, fromTime = 0 } = (await readModels.get(cleanups, workspace)) ?? {};
  return [
    { field: 'workspace', eq: workspace },
    ...(fromPlace > 0 ? [{ field: 'place', gte: fromPlace }] : []),
    ...(fromTime > 0 ? [{ field: 'at', gte: fromTime }] : []),
  ];
};

/** Newest first. */
export const timelineRows = async (readModels: ReadModels, query: TimelineQuery): Promise<Rows<TimelineRow>> => {
  const { workspace, from, to, type, severity, status, actorIds, actorType, correlationId, housekeeping, terms } =
    query;
  const named = having({ type, severity, status, actorType, correlationId });
  const all = [...(await shownIn(readModels, workspace)), ...named];
  if (from !== null) all.push({ field: 'at', gte: from });
  if (to !== null) all.push({ field: 'at', lte: to });
  if (actorIds !== null) all.push(actorIs(actorIds));
  // A type requested explicitly is shown, housekeeping or not.
  if (!housekeeping && type === null) all.push({ field: 'type', in: NOTABLE_EVENT_TYPES });
  return { collection: timeline, where: { all, terms }, sort: { field: 'place', dir: 'desc' } };
};

/** A page by number, or the events before a position; `next`: the position before which the next page begins, null at the end. */
export const timelinePage = async (
  readModels: ReadModels,
  query: TimelineQuery,
  { page, perPage }: PageRequest,
  before: Position | null,
) => {
  const { collection, where, ...order } = await timelineRows(readModels, query);
  const counted = await readModels.total(collection, where);
  const earlier: readonly Condition[] = before === null ? [] : [{ field: 'place', lt: before }];
  // One extra row tells whether there is a next page.
  const found = await readModels.find(collection, {
    where: { ...where, all: [...where.all, ...earlier] },
    ...order,
    offset: before === null ? (page - 1) * perPage : 0,
    limit: perPage + 1,
    ...(before === null ? { total: counted.total } : {}),
  });
  const rows = found.slice(0, perPage);
  return { rows, ...counted, next: found.length > perPage ? (rows.at(-1)?.place ?? null) : null };
};

/** How many events a clean-up would hide: of those up to a position, the ones that happened before `before` (epoch ms; null = all). */
export const countHidden = async (
  readModels: ReadModels,
  workspace: string,
  { before, upTo }: { readonly before: number | null; readonly upTo: Position },
): Promise<number> => {
  const all: readonly Condition[] = [...(await shownIn(readModels, workspace)), { field: 'place', lte: upTo }];
  return readModels.count(timeline, { all: before === null ? all : [...all, { field: 'at', lt: before }] });
};

/** Null for an event of another workspace. Hidden events are still found by id: hiding does not delete history. */
export const timelineRow = async (
  readModels: ReadModels,
  workspace: string,
  id: string,
): Promise<TimelineRow | null> => {
  const row = await readModels.get(timeline, id);
  return row?.workspace === workspace ? row : null;
};

const MAX_RELATED = 100;

const relatedBy = async (
  readModels: ReadModels,
  workspace: string,
  field: 'correlationId' | 'causationId',
  id: string,
): Promise<readonly TimelineRow[]> => {
  const where = { all: having({ workspace, [field]: id }) };
  return readModels.find(timeline, { where, sort: { field: 'place', dir: 'asc' }, limit: MAX_RELATED });
};

/** An event's cause, the events it caused, and the others of its correlation: the oldest 100 of each, oldest first. */
export const relatedEvents = async (readModels: ReadModels, row: TimelineRow) => {
  const { id, workspace, correlationId, causationId } = row;
  const [cause, caused, correlated] = await Promise.all([
    causationId === undefined ? null : timelineRow(readModels, workspace, causationId),
    relatedBy(readModels, workspace, 'causationId', id),
    relatedBy(readModels, workspace, 'correlationId', correlationId),
  ]);
  const known = new Set([id, causationId, ...caused.map((each) => each.id)]);
  return { cause, caused, related: correlated.filter((each) => !known.has(each.id)) };
};
