/** What the timeline says of every kind of event. */
import type { Recorded } from '../../../domain/event.ts';
import type { RecordedEvent } from '../../../domain/events.ts';
import { isOfLaterRelease, upcast } from '../../../domain/upcast.ts';
import type { EventType } from '../../define.ts';
import { subjectOf } from '../../ids.ts';
import { administrationEvents } from './administration.ts';
import {
  described,
  type Description,
  type Descriptions,
  type Severity,
  type Subject,
  type SubjectType,
} from './description.ts';
import { ingestionEvents } from './ingestion.ts';
import { installationEvents } from './installation.ts';
import { personEvents } from './person.ts';
import { publicationEvents } from './publication.ts';
import { identifierEvents, workEvents } from './work.ts';

export { SUBJECT_TYPES } from './description.ts';
export type { Description, FieldDifference, Severity, Status, Subject } from './description.ts';

/** An event type that has no description does not compile. */
export const DESCRIPTIONS: Descriptions<EventType> = {
  ...publicationEvents,
  ...workEvents,
  ...identifierEvents,
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

/** What a stream is about. */
export const subjectIn = (stream: string, workspace: string): Subject => {
  if (stream === `workspace-${workspace}` || stream.startsWith(`harvest-${workspace}~`))
    return { type: 'workspace', id: workspace };
  const kind = stream.slice(0, stream.lastIndexOf(`-${workspace}~`));
  return { type: SUBJECTS[kind] ?? 'timeline', id: subjectOf({ stream }) };
};

/** That there is something, though only a later release can say what. */
const describeLater = ({ stream, type, metadata: { workspace } }: Recorded): Description =>
  described(subjectIn(stream, workspace), `${type}, of a later release`, { severity: 'warning' });

const describeOne = (event: RecordedEvent): Description => {
  const describing = DESCRIPTIONS[event.type] as (event: RecordedEvent) => Description;
  return describing(event);
};

/** One that no longer means anything. */
const describeDropped = ({ stream, type, metadata: { workspace } }: Recorded): Description =>
  described(subjectIn(stream, workspace), `${type}, which an earlier release recorded`, {});

const SEVERITIES: readonly Severity[] = ['info', 'warning', 'error'];

/** The graver of two. */
export const graver = (one: Severity, other: Severity): Severity =>
  SEVERITIES.indexOf(one) < SEVERITIES.indexOf(other) ? other : one;

/** What became of one event is on the timeline once: all that its parts say, as grave as the gravest of them. */
const together = (first: Description, rest: readonly Description[]): Description =>
  rest.reduce(
    (all, { severity, summary, changes, mentions = [] }) => ({
      ...all,
      severity: graver(all.severity, severity),
      summary: `${all.summary}; ${summary}`,
      changes: [...all.changes, ...changes],
      mentions: [...(all.mentions ?? []), ...mentions],
    }),
    first,
  );

export const describe = (event: Recorded): Description => {
  if (isOfLaterRelease(event)) return describeLater(event);
  const [first, ...rest] = upcast(event).map(describeOne);
  return first === undefined ? describeDropped(event) : together(first, rest);
};
