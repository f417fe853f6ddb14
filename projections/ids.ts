/** Row ids: `{workspace}~{name}` for what a workspace has, the name alone for the union of all workspaces. */
import type { RecordedEvent } from '../domain/events.ts';

/** The name of the thing that an event's stream is about: its DOI, iD or key. */
export const subjectOf = ({ stream }: Pick<RecordedEvent, 'stream'>): string => stream.slice(stream.indexOf('~') + 1);

export const rowId = (workspace: string, name: string): string => `${workspace}~${name}`;
