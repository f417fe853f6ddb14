/** What the timeline says about an event. */
import { pointerTo } from '../../../domain/changes/change.ts';
import { equal } from '../../../domain/equal.ts';
import type { LinkBasis, Provider } from '../../../domain/publication/events.ts';
import type { EventOf, EventType } from '../../define.ts';

export type Severity = 'info' | 'warning' | 'error';
export type Status = 'succeeded' | 'failed' | 'pending';

export const SUBJECT_TYPES = [
  'publication',
  'person',
  'ingestion',
  'workspace',
  'entity',
  'category',
  'project',
  'user',
  'api_key',
  'installation',
  'timeline',
  'view',
] as const;

export type SubjectType = (typeof SUBJECT_TYPES)[number];

export type Subject = { readonly type: SubjectType; readonly id: string };

/** A changed field; a side that is absent or unknown is null. */
export type FieldDifference = {
  readonly path: string;
  readonly before: unknown;
  readonly after: unknown;
  /** Whether a side that is null is itself the value, as the iD of an author without one, and not absent. */
  readonly before_is_null?: true;
  readonly after_is_null?: true;
  /** Size in bytes of the old value where it is left out for its size: by the event, since earlier events hold it, or by a listing. */
  readonly before_bytes?: number;
  /** Size in bytes of the new value where a listing leaves it out for its size. */
  readonly after_bytes?: number;
};

export type Description = {
  readonly severity: Severity;
  readonly status: Status;
  readonly subject: Subject;
  /** One English sentence, without the names of people. */
  readonly summary: string;
  readonly changes: readonly FieldDifference[];
  /** Of the record that was added or refreshed. */
  readonly provider?: Provider;
  /** Why the people were linked, or were linked before. */
  readonly evidence?: readonly LinkBasis[];
  /** Ids by which a search finds it, in addition to those of its subject and actor. */
  readonly mentions?: readonly string[];
};

/** An event's own description; what it leaves out has the default of most events, and the subject of its stream. */
export type Said = Pick<Description, 'summary' | 'changes'> & Partial<Description>;

/** One function per event type: a type without one does not compile. */
export type Descriptions<T extends EventType> = { readonly [Each in T]: (event: EventOf<Each>) => Said };

type Changes = FieldDifference | readonly FieldDifference[];

export const said = (summary: string, changes: Changes): Said => ({ summary, changes: [changes].flat() });

export const warned = (summary: string, changes: Changes): Said => ({ ...said(summary, changes), severity: 'warning' });

export const begun = (summary: string, changes: Changes): Said => ({ ...said(summary, changes), status: 'pending' });

/** `field`: a field of the record, or the path of names that leads to it. */
export const difference = (field: string | readonly string[], before: unknown, after: unknown): FieldDifference => ({
  path: pointerTo(...[field].flat()),
  before: before ?? null,
  after: after ?? null,
});

export const differing = (...changes: readonly FieldDifference[]): readonly FieldDifference[] =>
  changes.filter(({ before, after }) => !equal(before, after));

export const plural = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`;
