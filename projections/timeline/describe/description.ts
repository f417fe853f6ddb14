/** What the timeline says of an event. */
import { pointerTo } from '../../../domain/changes/change.ts';
import { equal } from '../../../domain/equal.ts';
import type { EventOf, EventType } from '../../define.ts';

export type Severity = 'info' | 'warning' | 'error';
export type Status = 'succeeded' | 'failed' | 'pending';

export const SUBJECT_TYPES = [
  'publication',
  'work',
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
] as const;

export type SubjectType = (typeof SUBJECT_TYPES)[number];

export type Subject = { readonly type: SubjectType; readonly id: string };

/** A field that was changed; a side that is not there, or not known, is null. */
export type FieldDifference = {
  readonly path: string;
  readonly before: unknown;
  readonly after: unknown;
  /** Bytes of what was there, where it is left out for its size: by the event, and earlier ones hold it, or by a listing. */
  readonly before_bytes?: number;
  /** Bytes of what it became, where a listing leaves it out for its size. */
  readonly after_bytes?: number;
};

export type Description = {
  readonly severity: Severity;
  readonly status: Status;
  readonly subject: Subject;
  /** One English sentence, without the names of people. */
  readonly summary: string;
  readonly changes: readonly FieldDifference[];
  /** Ids by which a search finds it, beside those of its subject and actor. */
  readonly mentions?: readonly string[];
};

/** What an event says of itself; what it leaves out is as it is of most events, its subject as its stream says. */
export type Said = Pick<Description, 'summary' | 'changes'> & Partial<Description>;

/** One for each of some event types: a type that is not described does not compile. */
export type Descriptions<T extends EventType> = { readonly [Each in T]: (event: EventOf<Each>) => Said };

type Changes = FieldDifference | readonly FieldDifference[];

export const said = (summary: string, changes: Changes): Said => ({ summary, changes: [changes].flat() });

export const warned = (summary: string, changes: Changes): Said => ({ ...said(summary, changes), severity: 'warning' });

export const begun = (summary: string, changes: Changes): Said => ({ ...said(summary, changes), status: 'pending' });

/** `field`: of the record, or the names that lead to it from the record. */
export const difference = (field: string | readonly string[], before: unknown, after: unknown): FieldDifference => ({
  path: pointerTo(...[field].flat()),
  before: before ?? null,
  after: after ?? null,
});

/** Those whose sides are not the same. */
export const differing = (...changes: readonly FieldDifference[]): readonly FieldDifference[] =>
  changes.filter(({ before, after }) => !equal(before, after));

export const plural = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`;
