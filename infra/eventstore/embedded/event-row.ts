/** An event as a row of SQLite gives it. */
import type { Metadata, Recorded } from '../../../domain/event.ts';

export type EventRow = readonly [
  position: number,
  stream: string,
  revision: number,
  id: string,
  type: string,
  schemaVersion: number,
  metadata: string,
  data: string,
];

export const eventOf = ([position, stream, revision, id, type, schemaVersion, metadata, data]: EventRow): Recorded => ({
  type,
  data: JSON.parse(data) as unknown,
  id,
  schemaVersion,
  metadata: JSON.parse(metadata) as Metadata,
  stream,
  revision,
  position,
});
