/** What the timeline says of every kind of event. */
import type { RecordedEvent } from '../../../domain/events.ts';
import type { EventType } from '../../define.ts';
import { administrationEvents } from './administration.ts';
import type { Description, Descriptions } from './description.ts';
import { ingestionEvents } from './ingestion.ts';
import { installationEvents } from './installation.ts';
import { personEvents } from './person.ts';
import { publicationEvents } from './publication.ts';
import { workEvents } from './work.ts';

export type { Description, FieldDifference, Severity, Status, Subject } from './description.ts';

/** An event type that has no description does not compile. */
export const DESCRIPTIONS: Descriptions<EventType> = {
  ...publicationEvents,
  ...workEvents,
  ...personEvents,
  ...ingestionEvents,
  ...administrationEvents,
  ...installationEvents,
};

/** Null for an event of a later release, of which nothing can be said. */
export const describe = (event: RecordedEvent): Description | null => {
  if (!Object.hasOwn(DESCRIPTIONS, event.type)) return null;
  const describing = DESCRIPTIONS[event.type] as (event: RecordedEvent) => Description;
  return describing(event);
};
