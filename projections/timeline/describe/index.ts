/** What the timeline says about every type of event. */
import type { Recorded } from '../../../domain/event.ts';
import type { RecordedEvent } from '../../../domain/events.ts';
import { kindOf } from '../../../domain/stream-kinds.ts';
import { isOfLaterRelease, upcast } from '../../../domain/upcast.ts';
import type { EventType } from '../../define.ts';
import { subjectOf } from '../../ids.ts';
import { administrationEvents } from './administration.ts';
import {
  said,
  SUBJECT_TYPES,
  warned,
  type Description,
  type Descriptions,
  type Said,
  type Severity,
  type Subject,
  type SubjectType,
} from './description.ts';
import { ingestionEvents } from './ingestion.ts';
import { installationEvents } from './installation.ts';
import { personEvents } from './person.ts';
import { publicationEvents } from './publication.ts';
import { identifierEvents, workEvents } from './work.ts';

export { SUBJECT_TYPES };
export type { Description, FieldDifference, Severity, Status, Subject, SubjectType } from './description.ts';

/** An event type without a description does not compile. */
export const DESCRIPTIONS: Descriptions<EventType> = {
  ...publicationEvents,
  ...workEvents,
  ...identifierEvents,
  ...personEvents,
  ...ingestionEvents,
  ...administrationEvents,
  ...installationEvents,
};

/** Subject types by kind of stream; most have the same name. */
const SUBJECTS: Readonly<Record<string, SubjectType>> = {
  ...Object.fromEntries(SUBJECT_TYPES.map((type) => [type, type])),
  erasure: 'person',
  import: 'publication',
  harvest: 'workspace',
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

const SEVERITIES: readonly Severity[] = ['info', 'warning', 'error'];

export const moreSevere = (one: Severity, other: Severity): Severity =>
  SEVERITIES.indexOf(one) < SEVERITIES.indexOf(other) ? other : one;

/** An event that upcasts to several appears once, with the descriptions of all of them and the highest severity. */
const combined = (first: Description, rest: readonly Description[]): Description =>
  rest.reduce(
    (all, { severity, summary, changes, mentions = [] }) => ({
      ...all,
      severity: moreSevere(all.severity, severity),
      summary: `${all.summary}; ${summary}`,
      changes: [...all.changes, ...changes],
      mentions: [...(all.mentions ?? []), ...mentions],
    }),
    first,
  );

export const describe = (event: Recorded): Description => {
  // Shows that something happened, though only a later release can say what.
  if (isOfLaterRelease(event)) return described(event, warned(`${event.type}, of a later release`, []));
  const [first, ...rest] = upcast(event).map(describeOne);
  if (first !== undefined) return combined(first, rest);
  // An event that no longer means anything.
  return described(event, said(`${event.type}, which an earlier release recorded`, []));
};
