/** Row ids: `{workspace}~{name}` for a workspace's rows, the name alone for rows across all workspaces. */
import type { RecordedEvent } from '../domain/events.ts';
import { nameIn } from '../domain/stream-kinds.ts';

/** The name of what an event's stream is about: its DOI, iD or key. */
export const subjectOf = ({ stream }: Pick<RecordedEvent, 'stream'>): string => nameIn(stream);

export const isOfPerson = ({ stream }: Pick<RecordedEvent, 'stream'>): boolean =>
  stream.startsWith('person-') || stream.startsWith('erasure-');

export const rowId = (workspace: string, name: string): string => `${workspace}~${name}`;

export const rowIds = (workspace: string, names: readonly string[]): readonly string[] =>
  names.map((name) => rowId(workspace, name));

/** The workspace of a row's id. */
export const workspaceIn = (id: string): string => id.slice(0, id.indexOf('~'));
