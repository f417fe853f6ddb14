/** Handles the Read call: streams and `$all`, in both directions, inclusive of the start, or as a subscription. */
import type { ServerWritableStream } from '@grpc/grpc-js';
import { once } from 'node:events';
import type { Faults } from './faults.ts';
import type { EventLog } from './log.ts';
import { nameOf, ReadReq, streamDeleted, unknown, type Wire } from './protocol.ts';
import type { StoredRecord } from './records.ts';
import { isDeleted, visible } from './streams.ts';
import { subscribeToAll, subscribeToStream } from './subscribe.ts';
import type { Traffic } from './traffic.ts';
import { eventMessage, notFoundMessage } from './wire.ts';

export type ReadCall = ServerWritableStream<Wire.ReadReq, Wire.ReadResp>;
export type Messages = AsyncIterable<Wire.ReadResp> | Iterable<Wire.ReadResp>;

const BACKWARDS = ReadReq.Options.ReadDirection.BACKWARDS;

const take = function* (records: Iterable<StoredRecord>, count: number): Generator<Wire.ReadResp> {
  let sent = 0;
  for (const record of records) {
    if (sent === count) return;
    sent += 1;
    yield eventMessage(record);
  }
};

const backwards = function* <T>(items: readonly T[], from: number): Generator<T> {
  for (let n = Math.min(from, items.length - 1); n >= 0; n -= 1) {
    const item = items[n];
    if (item !== undefined) yield item;
  }
};

/** The records at the start of the read, and no more. */
const forwards = function* <T>(items: readonly T[], from: number): Generator<T> {
  const end = items.length;
  for (let n = from; n < end; n += 1) {
    const item = items[n];
    if (item !== undefined) yield item;
  }
};

const readStream = (log: EventLog, options: Wire.ReadReq.Options, count: number): Messages => {
  const streamOptions = options.getStream();
  const name = nameOf(streamOptions?.getStreamIdentifier());
  const stream = log.streams.get(name);
  if (stream?.tombstoned === true) throw streamDeleted(name);
  if (stream === undefined || isDeleted(stream) || stream.records.length === 0) return [notFoundMessage(name)];
  const records = visible(stream);
  const revision = Number(streamOptions?.getRevision() ?? 0);
  if (options.getReadDirection() === BACKWARDS) {
    const from =
      streamOptions?.hasRevision() === true ? records.findLastIndex((r) => r.revision <= revision) : Infinity;
    return take(streamOptions?.hasStart() === true ? records.slice(0, 1) : backwards(records, from), count);
  }
  if (streamOptions?.hasEnd() === true) return [];
  const from = streamOptions?.hasRevision() === true ? records.findIndex((r) => r.revision >= revision) : 0;
  return from < 0 ? [] : take(forwards(records, from), count);
};

const never = async function* (): AsyncGenerator<Wire.ReadResp> {
  await new Promise<never>(() => undefined);
  yield new Promise<never>(() => undefined);
};

const readAll = ({ records }: EventLog, options: Wire.ReadReq.Options, count: number): Messages => {
  const asked = options.getAll();
  const position = asked?.hasPosition() === true ? Number(asked.getPosition()?.getCommitPosition()) : null;
  if (position !== null && position > records.end) return never();
  if (position !== null && position < records.end && !records.begins(position))
    throw unknown(`no record begins at position ${position}`);
  if (options.getReadDirection() === BACKWARDS) {
    if (asked?.hasStart() === true) return [];
    return take(backwards(records.all, position === null ? Infinity : records.indexFrom(position)), count);
  }
  if (asked?.hasEnd() === true) return [];
  return take(forwards(records.all, position === null ? 0 : records.indexFrom(position)), count);
};

const answer = (log: EventLog, faults: Faults, options: Wire.ReadReq.Options, signal: AbortSignal): Messages => {
  faults.refuseInElection();
  faults.refuseIfDenied();
  if (options.hasSubscription())
    return options.hasStream() ? subscribeToStream(log, options, signal) : subscribeToAll(log, faults, options, signal);
  const count = Number(options.getCount());
  if (count === 0) throw unknown('a read of no events');
  return options.hasStream() ? readStream(log, options, count) : readAll(log, options, count);
};

type Circumstances = {
  readonly faults: Faults;
  readonly traffic: Traffic;
  readonly isRead: boolean;
  readonly gone: AbortSignal;
};

const send = async (call: ReadCall, messages: Messages, circumstances: Circumstances): Promise<void> => {
  const { faults, traffic, isRead, gone } = circumstances;
  await faults.beforeAnswer();
  for await (const message of messages) {
    if (gone.aborted) return;
    if (message.hasEvent()) traffic[isRead ? 'toReaders' : 'toSubscribers'] += 1;
    if (!call.write(message)) await once(call, 'drain', { signal: gone }).catch(() => undefined);
    if (isRead && faults.brokenReads > 0) {
      faults.brokenReads -= 1;
      setImmediate(faults.dropConnections);
      return;
    }
  }
  call.end();
};

export const read =
  (log: EventLog, faults: Faults, traffic: Traffic) =>
  (call: ReadCall): void => {
    const leaving = new AbortController();
    const gone = leaving.signal;
    call.on('cancelled', () => leaving.abort());
    call.on('close', () => leaving.abort());
    const options = call.request.getOptions() ?? new ReadReq.Options();
    const isRead = !options.hasSubscription();
    const run = async (): Promise<void> =>
      send(call, answer(log, faults, options, gone), { faults, traffic, isRead, gone });
    traffic.begin();
    run()
      .catch((error: unknown) => call.emit('error', error))
      .finally(() => traffic.end());
  };
