/** What the timeline says about every type of event. */
import type { Recorded } from '../../../domain/event.ts';
import type { RecordedEvent } from '../../../domain/events.ts';
import { kindOf } from '../../../domain/stream-kinds.ts';
import { isOfLaterRelease, upcast } from '../../../domain/upcast.ts';
import type { EventType } from '../../define.ts';
import { subjectOf } from '../../ids.ts';
import { administrationEvents } from './administration.ts';
import {
  SUBJECT_TYPES,
  warned,
  type Description,
  type Descriptions,
  type Said,
  type Subject,
  type SubjectType,
} from './description.ts';
import { ingestionEvents } from './ingestion.ts';
import { installationEvents } from './installation.ts';
import { personEvents } from './person.ts';
import { publicationEvents } from './publication.ts';
import { identifierEvents } from './identifier.ts';

export { SUBJECT_TYPES };
export type { Description, FieldDifference, Severity, Status, Subject, SubjectType } from './description.ts';

/** An event type without a description does not compile. */
export const DESCRIPTIONS: Descriptions<EventType> = {
  ...publicationEvents,
  ...identifierEvents,
  ...personEvents,
  ...ingestionEvents,
  ...administrationEvents,
  ...installationEvents,
};

/** Subject types by kind of stream; most have the same name. */
const SUBJECTS: Readonly<Record<string, SubjectType>> = {
  ...Object.fromEntries(SUBJECT_TYPES.map((type) => [type, type])),
  work: 'publication',
  erasure: 'person',
  import: 'publication',
  site: 'workspace',
  member: 'user',
  'api-key': 'api_key',
};

export const subjectIn = (stream: string, workspace: string): Subject => {
  const type = SUBJECTS[kindOf(stream, workspace)] ?? 'timeline';
  return { type, id: type === 'workspace' ? workspace : subjectOf({ stream }) };
};

const described = ({ stream, metadata: { workspace } }: Recorded, words: Said): Description => ({
  severity: 'info',
  status: 'succeeded',
  subject: subjectIn(stream, workspace),
  ...words,
});

const describeOne = (event: RecordedEvent): Description => {
  const describer = DESCRIPTIONS[event.type] as (event: RecordedEvent) => Said;
  return described(event, describer(event));
};

export const describe = (event: Recorded): Description =>
  // A later release may already have made its row.
  isOfLaterRelease(event)
    ? described(event, warned(`${event.type}, of a later release`, []))
    : describeOne(upcast(event));
