/** Commands to the timeline of a workspace, of which there is one. */
import { timeline, type TimelineCommand } from '../domain/timeline/timeline.ts';
import { streamsOf, withoutTexts } from './aggregate.ts';

export const timelineAggregate = {
  stream: streamsOf('timeline'),
  decider: timeline,
  cleaned: withoutTexts<TimelineCommand>,
  // Nothing that came before changes what a clean-up is.
  startsAfresh: (): boolean => true,
};

export const TIMELINE = 'activity';
