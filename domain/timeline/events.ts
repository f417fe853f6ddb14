/** The timeline of a workspace is a view of all its events; what happens to the view itself: `timeline-{workspace}~activity`. */
import type { DomainEvent, Position } from '../event.ts';

export type TimelineEvent = DomainEvent<
  'TimelineCleaned',
  {
    /** `all`: everything up to the position `upTo` is hidden. `before_date`: what happened before `before`, epoch ms. */
    readonly mode: 'all' | 'before_date';
    readonly before: number | null;
    /** Where the log ended when the hidden ones were counted; missing in older events: everything before this one. */
    readonly upTo?: Position;
    /** How many events were hidden. */
    readonly hidden: number;
  }
>;
