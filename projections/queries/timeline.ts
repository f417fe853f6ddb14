/** Finding events of a workspace by its index: newest first, without those that were hidden. */
import type { Position } from '../../domain/event.ts';
import { searchTerms } from '../../domain/search-terms.ts';
import type { Condition, ReadModels, Where } from '../ports.ts';
import { cleanups, timeline, type CleanupRow, type TimelineRow } from '../timeline/index.ts';
import { rowAs, type PageRequest } from './page.ts';

export type TimelineQuery = {
  readonly workspace: string;
  /** Epoch ms, inclusive both. */
  readonly from: number | null;
  readonly to: number | null;
  readonly type: string | null;
  readonly severity: string | null;
  readonly status: string | null;
  /** Any of these; null = anybody. */
  readonly actorIds: readonly string[] | null;
  readonly actorType: string | null;
  readonly q: string;
};

export type TimelinePage = {
  readonly rows: readonly TimelineRow[];
  readonly total: number;
  /** Where the next page begins; null at the end. */
  readonly next: Position | null;
};

const actorIs = (ids: readonly string[]): Condition => {
  const [only, ...more] = ids;
  return only !== undefined && more.length === 0 ? { field: 'actorId', eq: only } : { field: 'actorId', in: ids };
};

const shownFrom = async (
  readModels: ReadModels,
  workspace: string,
): Promise<Pick<CleanupRow, 'fromPlace' | 'fromTime'>> => {
  const row = await readModels.get(cleanups, workspace);
  return row === null ? { fromPlace: 0, fromTime: 0 } : rowAs<CleanupRow>(row);
};

const whereOf = async (readModels: ReadModels, query: TimelineQuery): Promise<Where> => {
  const { workspace, from, to, type, severity, status, actorIds, actorType, q } = query;
  const { fromPlace, fromTime } = await shownFrom(readModels, workspace);
  const all: Condition[] = [{ field: 'workspace', eq: workspace }];
  if (fromPlace > 0) all.push({ field: 'place', gte: fromPlace });
  const since = Math.max(from ?? 0, fromTime);
  if (since > 0) all.push({ field: 'at', gte: since });
  if (to !== null) all.push({ field: 'at', lte: to });
  if (type !== null) all.push({ field: 'type', eq: type });
  if (severity !== null) all.push({ field: 'severity', eq: severity });
  if (status !== null) all.push({ field: 'status', eq: status });
  if (actorType !== null) all.push({ field: 'actorType', eq: actorType });
  if (actorIds !== null) all.push(actorIs(actorIds));
  return { all, terms: searchTerms(q) };
};

/** A page by number, or the one that begins before a place. */
export const timelinePage = async (
  readModels: ReadModels,
  query: TimelineQuery,
  { page, perPage }: PageRequest,
  before: Position | null,
): Promise<TimelinePage> => {
  const where = await whereOf(readModels, query);
  const total = await readModels.count(timeline, where);
  const asked: Where = before === null ? where : { ...where, all: [...where.all, { field: 'place', lt: before }] };
  // One more than asked tells whether there is a next page.
  const found = await readModels.find(timeline, {
    where: asked,
    sort: { field: 'place', dir: 'desc' },
    offset: before === null ? (page - 1) * perPage : 0,
    limit: perPage + 1,
  });
  const rows = found.slice(0, perPage).map((row) => rowAs<TimelineRow>(row));
  return { rows, total, next: found.length > perPage ? (rows.at(-1)?.place ?? null) : null };
};

/** How many events a clean-up would hide. `before` in epoch ms; null = all. */
export const countHidden = async (
  readModels: ReadModels,
  workspace: string,
  before: number | null,
): Promise<number> => {
  const anything = { from: null, to: null, type: null, severity: null, status: null, actorIds: null, actorType: null };
  const { all } = await whereOf(readModels, { workspace, ...anything, q: '' });
  return readModels.count(timeline, { all: before === null ? all : [...all, { field: 'at', lt: before }] });
};

/** Null for what another workspace has. Hidden ones are found by their id all the same: history is not gone. */
export const timelineRow = async (
  readModels: ReadModels,
  workspace: string,
  id: string,
): Promise<TimelineRow | null> => {
  const found = await readModels.get(timeline, id);
  const row = found === null ? null : rowAs<TimelineRow>(found);
  return row?.workspace === workspace ? row : null;
};

const MOST_RELATED = 100;

/** Events of the same request, job or command line, oldest first. */
export const correlatedRows = async (
  readModels: ReadModels,
  workspace: string,
  correlationId: string,
): Promise<readonly TimelineRow[]> => {
  const rows = await readModels.find(timeline, {
    where: {
      all: [
        { field: 'workspace', eq: workspace },
        { field: 'correlationId', eq: correlationId },
      ],
    },
    sort: { field: 'place', dir: 'asc' },
    limit: MOST_RELATED,
  });
  return rows.map((row) => rowAs<TimelineRow>(row));
};
