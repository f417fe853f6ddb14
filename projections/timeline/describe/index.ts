/** What the timeline says of every kind of event. */
import type { Recorded } from '../../../domain/event.ts';
import type { RecordedEvent } from '../../../domain/events.ts';
import { isOfLaterRelease, upcast } from '../../../domain/upcast.ts';
import type { EventType } from '../../define.ts';
import { subjectOf } from '../../ids.ts';
import { administrationEvents } from './administration.ts';
import type { Description, Descriptions, SubjectType } from './description.ts';
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

/** Subjects by the kind of stream that they have. */
const SUBJECTS: Readonly<Record<string, SubjectType>> = {
  publication: 'publication',
  work: 'work',
  person: 'person',
  erasure: 'person',
  ingestion: 'ingestion',
  import: 'publication',
  workspace: 'workspace',
  entity: 'entity',
  category: 'category',
  project: 'project',
  member: 'user',
  'api-key': 'api_key',
  installation: 'installation',
};

/** That there is something, though only a later release can say what. */
const describeLater = ({ stream, type, metadata: { workspace } }: Recorded): Description => {
  const kind = stream.slice(0, stream.lastIndexOf(`-${workspace}~`));
  const subject = { type: SUBJECTS[kind] ?? 'timeline', id: subjectOf({ stream }) };
  return { severity: 'warning', status: 'succeeded', subject, summary: `${type}, of a later release`, changes: [] };
};

export const describe = (event: Recorded): Description => {
  if (isOfLaterRelease(event)) return describeLater(event);
  const present = upcast(event);
  const describing = DESCRIPTIONS[present.type] as (event: RecordedEvent) => Description;
  return describing(present);
};
