/** Row ids: `{workspace}~{name}` for what a workspace has, the name alone for the union of all workspaces. */
import type { RecordedEvent } from '../domain/events.ts';
import { nameIn } from '../domain/stream-kinds.ts';

/** The name of the thing that an event's stream is about: its DOI, iD or key. */
export const subjectOf = ({ stream }: Pick<RecordedEvent, 'stream'>): string => nameIn(stream);

/** Whether an event is of a person's life, or of its erasure. */
export const isOfPerson = ({ stream }: Pick<RecordedEvent, 'stream'>): boolean =>
  stream.startsWith('person-') || stream.startsWith('erasure-');

export const rowId = (workspace: string, name: string): string => `${workspace}~${name}`;
