/** The rules of cleaning a timeline up: it hides, it removes nothing, and it is on the timeline itself. */
import type { Decider } from '../decider.ts';
import type { Position } from '../event.ts';
import type { TimelineEvent } from './events.ts';

export type TimelineCommand = {
  readonly type: 'CleanTimeline';
  readonly mode: 'all' | 'before_date';
  readonly before: number | null;
  readonly upTo: Position;
  readonly hidden: number;
};

export const timeline: Decider<null, TimelineCommand, TimelineEvent> = {
  initial: null,
  // Also when nothing is hidden: that somebody cleaned up is a fact of its own.
  decide: ({ mode, before, upTo, hidden }) => [{ type: 'TimelineCleaned', data: { mode, before, upTo, hidden } }],
  evolve: (state) => state,
};
