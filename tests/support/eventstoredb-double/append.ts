/** Handles the Append call: one append per call, for clients that do not batch. */
import { status, type sendUnaryData, type ServerReadableStream } from '@grpc/grpc-js';
import type { Faults } from './faults.ts';
import type { Decision, EventLog, Expected } from './log.ts';
import { proposed, MAX_APPEND_BYTES, tooLarge } from './proposed.ts';
import { AppendResp, failure, nameOf, streamDeleted, type Wire } from './protocol.ts';
import type { Proposed } from './records.ts';
import { empty } from './wire.ts';

const wrongVersion = (expected: Expected, current: number): Wire.AppendResp => {
  const wrong = new AppendResp.WrongExpectedVersion();
  if (current < 0) wrong.setCurrentNoStream(empty());
  else wrong.setCurrentRevision(String(current));
  if (expected === 'any') wrong.setExpectedAny(empty());
  else if (expected === 'no_stream') wrong.setExpectedNoStream(empty());
  else if (expected === 'stream_exists') wrong.setExpectedStreamExists(empty());
  else wrong.setExpectedRevision(String(expected));
  return new AppendResp().setWrongExpectedVersion(wrong);
};

const unaryAnswer = (decision: Decision, stream: string, expected: Expected): Wire.AppendResp => {
  if (decision.kind === 'tombstoned') throw streamDeleted(stream);
  if (decision.kind === 'wrong') return wrongVersion(expected, decision.current);
  const position = String(decision.position);
  return new AppendResp().setSuccess(
    new AppendResp.Success()
      .setCurrentRevision(String(decision.revision))
      .setPosition(new AppendResp.Position().setCommitPosition(position).setPreparePosition(position)),
  );
};

export const append =
  (log: EventLog, faults: Faults) =>
  (call: ServerReadableStream<Wire.AppendReq, Wire.AppendResp>, answer: sendUnaryData<Wire.AppendResp>): void => {
    const run = async (): Promise<void> => {
      faults.refuseInElection();
      const events: Proposed[] = [];
      let stream = '';
      let expected: Expected = 'any';
      for await (const message of call as AsyncIterable<Wire.AppendReq>) {
        const options = message.getOptions();
        if (options !== undefined) {
          stream = nameOf(options.getStreamIdentifier());
          if (options.hasNoStream()) expected = 'no_stream';
          else if (options.hasStreamExists()) expected = 'stream_exists';
          else if (options.hasRevision()) expected = Number(options.getRevision());
        }
        const event = message.getProposedMessage();
        if (event !== undefined) events.push(proposed(event));
      }
      if (tooLarge(events))
        throw failure(status.INVALID_ARGUMENT, 'too large', 'maximum-append-size-exceeded', {
          'maximum-append-size': String(MAX_APPEND_BYTES),
        });
      const answered = unaryAnswer(log.append(stream, expected, events), stream, expected);
      await faults.beforeAnswer();
      if (faults.answersAppend()) answer(null, answered);
    };
    run().catch((error: Error) => answer(error));
  };
