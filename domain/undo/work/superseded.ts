/** Undoing that a work was superseded by another item, and the opposite. */
import type { Item } from '../../identifier/events.ts';
import type { WorkEvent } from '../../work/events.ts';
import type { WorkCommand } from '../../work/commands.ts';
import type { Work } from '../../work/state.ts';
import { restoring } from '../inverse.ts';

const SUPERSEDED_BY = '/superseded_by';

export const superseded = restoring<Work, WorkCommand, WorkEvent>({
  role: 'member',
  view: ({ supersededBy }) => ({ [SUPERSEDED_BY]: supersededBy ?? undefined }),
  put: ({ [SUPERSEDED_BY]: wanted }, state) => {
    if (wanted === undefined) return [{ type: 'SeparateWork' }];
    if (state.status === 'absent') return [];
    const { key } = state;
    return [{ type: 'SupersedeWork', key, by: wanted as unknown as Item, as: 'present', byStaff: true }];
  },
});
