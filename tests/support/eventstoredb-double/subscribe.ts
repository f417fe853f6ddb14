/** Catch-up subscriptions of the double: existing events after the start, then new ones, until the caller is gone. */
import { randomUUID } from 'node:crypto';
import type { Faults } from './faults.ts';
import { matcher } from './filter.ts';
import type { EventLog } from './log.ts';
import { nameOf, streamDeleted, unknown, type Wire } from './protocol.ts';
import { isDeleted } from './streams.ts';
import { caughtUpMessage, checkpointMessage, confirmationMessage, eventMessage } from './wire.ts';

/** Records that a filtered subscription scans before it reports a checkpoint, times the requested interval. */
const DEFAULT_WINDOW = 32;

export const subscribeToAll = async function* (
  log: EventLog,
  faults: Faults,
  options: Wire.ReadReq.Options,
  signal: AbortSignal,
): AsyncGenerator<Wire.ReadResp> {
  const { records } = log;
  const asked = options.getAll();
  const after = asked?.hasPosition() === true ? Number(asked.getPosition()?.getCommitPosition()) : -1;
  if (after >= 0 && after < records.end && !records.begins(after))
    throw unknown(`no record begins at position ${after}`);
  const filter = options.getFilter();
  const matches = matcher(filter);
  const window = filter?.hasMax() === true ? filter.getMax() : DEFAULT_WINDOW;
  const interval = window * Math.max(1, filter?.getCheckpointintervalmultiplier() ?? 1);

  yield confirmationMessage(randomUUID());
  let next = asked?.hasEnd() === true ? records.all.length : records.indexFrom(after + 1);
  let sinceCheckpoint = 0;
  let live = false;
  while (!signal.aborted) {
    for (let record = records.all[next]; record !== undefined && !signal.aborted; record = records.all[next]) {
      next += 1;
      sinceCheckpoint += 1;
      if (matches(record)) yield eventMessage(record);
      if (filter === undefined || sinceCheckpoint < interval) continue;
      sinceCheckpoint = 0;
      yield checkpointMessage(records.all[next - 1 + faults.checkpointsAhead]?.position ?? record.position);
    }
    if (!live) yield caughtUpMessage();
    live = true;
    if (next >= records.all.length) await log.grown(signal);
  }
};

export const subscribeToStream = async function* (
  log: EventLog,
  options: Wire.ReadReq.Options,
  signal: AbortSignal,
): AsyncGenerator<Wire.ReadResp> {
  const asked = options.getStream();
  const name = nameOf(asked?.getStreamIdentifier());
  if (log.streams.get(name)?.tombstoned === true) throw streamDeleted(name);
  yield confirmationMessage(randomUUID());
  const start = asked?.hasRevision() === true ? Number(asked.getRevision()) + 1 : 0;
  let next = asked?.hasEnd() === true ? (log.streams.get(name)?.records.length ?? 0) : start;
  let live = false;
  while (!signal.aborted) {
    const stream = log.streams.get(name);
    if (stream !== undefined && !isDeleted(stream))
      for (let record = stream.records[next]; record !== undefined; record = stream.records[next]) {
        next += 1;
        if (record.revision >= stream.truncateBefore) yield eventMessage(record);
      }
    if (!live) yield caughtUpMessage();
    live = true;
    if (next >= (stream?.records.length ?? 0) || (stream !== undefined && isDeleted(stream))) await log.grown(signal);
  }
};
