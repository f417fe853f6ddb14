/** The format of events: data as JSON data; schema version and metadata together as JSON metadata. */
import { jsonEvent, type AllStreamRecordedEvent, type EventData, type RecordedEvent } from '@eventstore/db-client';
import type { NewEvent } from '../../commands/ports.ts';
import type { Metadata, Recorded } from '../../domain/event.ts';
import type { JsonObject } from '../../domain/json.ts';

const MAX_APPEND_BYTES = 1024 * 1024;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

type Envelope = Metadata & { readonly schemaVersion: number };

/** What the client returns to readers; stream reads include positions since server 22.6. */
export type ClientEvent = RecordedEvent | AllStreamRecordedEvent;

const encode = (event: NewEvent): { readonly data: EventData; readonly bytes: number } => {
  const { id, type, data, schemaVersion, metadata } = event;
  if (!UUID.test(id)) throw new RangeError(`an event id must be a UUID, not ${id}`);
  // For data that JSON cannot represent the client never settles; this throws instead.
  const json = JSON.stringify(data) as string | undefined;
  if (json === undefined) throw new TypeError(`the data of ${type} must be JSON`);
  const envelope = Buffer.from(JSON.stringify({ ...metadata, schemaVersion } satisfies Envelope));
  return {
    data: jsonEvent({ id, type, data: data as JsonObject, metadata: new Uint8Array(envelope) }),
    bytes: Buffer.byteLength(json) + envelope.length + 2 * type.length,
  };
};

/** Throws RangeError for no event, an append above 1 MiB as the server counts it, or an id that is no UUID. */
export const encodeAll = (events: readonly NewEvent[]): EventData[] => {
  if (events.length === 0) throw new RangeError('an append needs at least one event');
  const encoded = events.map(encode);
  const bytes = encoded.reduce((sum, event) => sum + event.bytes, 0);
  if (bytes > MAX_APPEND_BYTES) throw new RangeError(`an append of ${bytes} bytes is above 1 MiB`);
  return encoded.map(({ data }) => data);
};

/** Deletions, tombstones, stream metadata, statistics, and this adapter's own notes. */
const isSystem = ({ type }: ClientEvent): boolean => type.startsWith('$');

export const positionOf = (event: ClientEvent): number => {
  const commit = event.position?.commit;
  const position = Number(commit);
  if (commit === undefined || !Number.isSafeInteger(position))
    throw new Error(
      `${event.streamId}@${event.revision} came without a position; EventStoreDB 22.6 or later is needed`,
    );
  return position;
};

/** Null for events not written by Colophon: the server may hold other applications' events. */
export const decode = (event: ClientEvent): Recorded | null => {
  const { schemaVersion, ...metadata } = (event.metadata ?? {}) as unknown as Envelope;
  if (isSystem(event) || !event.isJson || typeof schemaVersion !== 'number') return null;
  return {
    id: event.id,
    type: event.type,
    data: event.data,
    schemaVersion,
    metadata,
    stream: event.streamId,
    revision: Number(event.revision),
    position: positionOf(event),
  };
};
