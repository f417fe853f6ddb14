/** A workspace's timeline is a view of all its events. These are the events of the view itself: `timeline-{workspace}~activity`. */
import type { DomainEvent, Position } from '../event.ts';

export type TimelineEvent = DomainEvent<
  'TimelineCleaned',
  {
    /** `all`: everything up to the position `upTo` is hidden. `before_date`: what happened before `before`, epoch ms. */
    readonly mode: 'all' | 'before_date';
    readonly before: number | null;
    /** End of the log when the hidden events were counted; if missing, in older events: everything before this one. */
    readonly upTo?: Position;
    /** Number of events hidden. */
    readonly hidden: number;
  }
>;
