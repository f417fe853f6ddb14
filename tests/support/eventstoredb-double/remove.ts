/** Handles Delete (the stream may be started again) and Tombstone (never again). */
import { status, type sendUnaryData, type ServerUnaryCall } from '@grpc/grpc-js';
import type { Faults } from './faults.ts';
import type { Decision, EventLog, Expected } from './log.ts';
import { DeleteResp, failure, nameOf, streamDeleted, TombstoneResp, type Wire } from './protocol.ts';

/** How the server encodes expectations that are not a revision. */
const NUMBERS = { any: -2, no_stream: -1, stream_exists: -4 } as const;

const expectedBy = (options: Wire.DeleteReq.Options | Wire.TombstoneReq.Options | undefined): Expected => {
  if (options?.hasNoStream() === true) return 'no_stream';
  if (options?.hasStreamExists() === true) return 'stream_exists';
  return options?.hasRevision() === true ? Number(options.getRevision()) : 'any';
};

const positionOf = (decision: Decision, stream: string, expected: Expected): string => {
  if (decision.kind === 'tombstoned') throw streamDeleted(stream);
  if (decision.kind === 'written') return String(decision.position);
  throw failure(status.FAILED_PRECONDITION, 'Append failed due to WrongExpectedVersion.', 'wrong-expected-version', {
    'stream-name': stream,
    'expected-version': String(typeof expected === 'number' ? expected : NUMBERS[expected]),
    'actual-version': String(decision.current),
  });
};

type Request = { getOptions(): Wire.DeleteReq.Options | Wire.TombstoneReq.Options | undefined };

const answering =
  <Req extends Request, Resp>(
    faults: Faults,
    remove: (stream: string, expected: Expected) => Decision,
    render: (position: string) => Resp,
  ) =>
  (call: ServerUnaryCall<Req, Resp>, answer: sendUnaryData<Resp>): void => {
    const run = async (): Promise<void> => {
      const stream = nameOf(call.request.getOptions()?.getStreamIdentifier());
      const expected = expectedBy(call.request.getOptions());
      const position = positionOf(remove(stream, expected), stream, expected);
      await faults.beforeAnswer();
      answer(null, render(position));
    };
    run().catch((error: Error) => answer(error));
  };

export const deleteStream = (log: EventLog, faults: Faults) =>
  answering<Wire.DeleteReq, Wire.DeleteResp>(
    faults,
    (stream, expected) => log.delete(stream, expected),
    (position) =>
      new DeleteResp().setPosition(new DeleteResp.Position().setCommitPosition(position).setPreparePosition(position)),
  );

export const tombstone = (log: EventLog, faults: Faults) =>
  answering<Wire.TombstoneReq, Wire.TombstoneResp>(
    faults,
    (stream, expected) => log.tombstone(stream, expected),
    (position) =>
      new TombstoneResp().setPosition(
        new TombstoneResp.Position().setCommitPosition(position).setPreparePosition(position),
      ),
  );
