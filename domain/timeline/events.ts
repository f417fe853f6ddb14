/** The timeline of a workspace is a view of all its events; what happens to the view itself: `timeline-{workspace}~activity`. */
import type { DomainEvent } from '../event.ts';

export type TimelineEvent = DomainEvent<
  'TimelineCleaned',
  {
    /** `all`: everything before this event is hidden. `before_date`: what happened before `before`, epoch ms. */
    readonly mode: 'all' | 'before_date';
    readonly before: number | null;
    /** How many events were hidden. */
    readonly hidden: number;
  }
>;
