/** The rules of cleaning a timeline up: it hides, it removes nothing, and it is on the timeline itself. */
import type { Decider } from '../decider.ts';
import type { TimelineEvent } from './events.ts';

export type TimelineCommand = {
  readonly type: 'CleanTimeline';
  readonly mode: 'all' | 'before_date';
  readonly before: number | null;
  readonly hidden: number;
};

export const timeline: Decider<null, TimelineCommand, TimelineEvent> = {
  initial: null,
  // Also when nothing is hidden: that somebody cleaned up is a fact of its own.
  decide: ({ mode, before, hidden }) => [{ type: 'TimelineCleaned', data: { mode, before, hidden } }],
  evolve: (state) => state,
};
