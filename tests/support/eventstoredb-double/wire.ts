/** Records of the double as the messages that readers get. */
import { Empty, ReadResp, StreamIdentifier, UUID, type Wire } from './protocol.ts';
import type { StoredRecord } from './records.ts';
import { DELETED } from './streams.ts';

/** .NET ticks (100 ns) per millisecond; the client treats them as ticks since 1970. */
const TICKS = 10_000n;
const TOMBSTONE_REVISION = '9223372036854775807';

export const identifier = (stream: string): InstanceType<typeof StreamIdentifier> =>
  new StreamIdentifier().setStreamName(Buffer.from(stream, 'utf8'));

export const revisionOnTheWire = (revision: number): string =>
  revision === DELETED ? TOMBSTONE_REVISION : String(revision);

export const eventMessage = (record: StoredRecord): Wire.ReadResp => {
  const position = String(record.position);
  const event = new ReadResp.ReadEvent.RecordedEvent()
    .setId(new UUID().setString(record.id))
    .setStreamIdentifier(identifier(record.stream))
    .setStreamRevision(revisionOnTheWire(record.revision))
    .setCommitPosition(position)
    .setPreparePosition(position)
    .setCustomMetadata(record.metadata)
    .setData(record.data);
  event
    .getMetadataMap()
    .set('type', record.type)
    .set('content-type', record.contentType)
    .set('created', String(BigInt(record.created) * TICKS));
  return new ReadResp().setEvent(new ReadResp.ReadEvent().setEvent(event).setCommitPosition(position));
};

export const notFoundMessage = (stream: string): Wire.ReadResp =>
  new ReadResp().setStreamNotFound(new ReadResp.StreamNotFound().setStreamIdentifier(identifier(stream)));

export const confirmationMessage = (id: string): Wire.ReadResp =>
  new ReadResp().setConfirmation(new ReadResp.SubscriptionConfirmation().setSubscriptionId(id));

export const checkpointMessage = (position: number): Wire.ReadResp =>
  new ReadResp().setCheckpoint(
    new ReadResp.Checkpoint().setCommitPosition(String(position)).setPreparePosition(String(position)),
  );

export const caughtUpMessage = (): Wire.ReadResp => new ReadResp().setCaughtUp(new ReadResp.CaughtUp());

export const empty = (): InstanceType<typeof Empty> => new Empty();
