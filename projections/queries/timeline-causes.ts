/** All events of one cause (one correlation id), newest first, including those hidden from the timeline. */
import type { Position } from '../../domain/event.ts';
import type { Condition, ReadModels, Where } from '../ports.ts';
import { timeline, type TimelineRow } from '../timeline/index.ts';

const whereOf = (workspace: string, cause: string, ...more: readonly Condition[]): Where => ({
  all: [{ field: 'workspace', eq: workspace }, { field: 'correlationId', eq: cause }, ...more],
});

export const countOfCause = (
  readModels: ReadModels,
  workspace: string,
  cause: string,
  upTo: Position,
): Promise<number> => readModels.count(timeline, whereOf(workspace, cause, { field: 'place', lte: upTo }));

export const hasEvents = async (readModels: ReadModels, workspace: string, cause: string): Promise<boolean> =>
  (await readModels.find(timeline, { where: whereOf(workspace, cause), limit: 1 })).length > 0;

export const eventsOfCause =
  (readModels: ReadModels, workspace: string, cause: string) =>
  (before: Position, size: number): Promise<readonly TimelineRow[]> =>
    readModels.find(timeline, {
      where: whereOf(workspace, cause, { field: 'place', lt: before }),
      sort: { field: 'place', dir: 'desc' },
      limit: size,
    });
