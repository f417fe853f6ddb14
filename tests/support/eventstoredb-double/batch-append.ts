/** Handles the BatchAppend call: many appends over one open call, each with a response under its correlation id. */
import type { ServerDuplexStream } from '@grpc/grpc-js';
import type { Faults } from './faults.ts';
import type { EventLog, Expected } from './log.ts';
import { MAX_APPEND_BYTES, proposed, tooLarge } from './proposed.ts';
import { AllStreamPosition, BatchAppendResp, nameOf, type Wire } from './protocol.ts';
import type { Proposed } from './records.ts';
import { refusal, tooLargeRefusal, unknownRefusal } from './refusals.ts';
import { identifier } from './wire.ts';

type Pending = { readonly stream: string; readonly expected: Expected; readonly messages: ProposedMessage[] };
type ProposedMessage = Wire.BatchAppendReq.ProposedMessage;
export type BatchCall = ServerDuplexStream<Wire.BatchAppendReq, Wire.BatchAppendResp>;

const begun = (request: Wire.BatchAppendReq): Pending => {
  const options = request.getOptions();
  let expected: Expected = 'any';
  if (options?.hasNoStream() === true) expected = 'no_stream';
  else if (options?.hasStreamExists() === true) expected = 'stream_exists';
  else if (options?.hasStreamPosition() === true) expected = Number(options.getStreamPosition());
  return { stream: nameOf(options?.getStreamIdentifier()), expected, messages: [] };
};

const answerTo = (log: EventLog, { stream, expected, messages }: Pending): Wire.BatchAppendResp => {
  const answer = new BatchAppendResp().setStreamIdentifier(identifier(stream));
  let events: Proposed[];
  try {
    events = messages.map(proposed);
  } catch {
    return answer.setError(unknownRefusal());
  }
  if (tooLarge(events)) return answer.setError(tooLargeRefusal(MAX_APPEND_BYTES));
  const decision = log.append(stream, expected, events);
  if (decision.kind !== 'written') return answer.setError(refusal(decision, stream, expected));
  const position = String(decision.position);
  return answer.setSuccess(
    new BatchAppendResp.Success()
      .setCurrentRevision(String(decision.revision))
      .setPosition(new AllStreamPosition().setCommitPosition(position).setPreparePosition(position)),
  );
};

export const batchAppend =
  (log: EventLog, faults: Faults) =>
  (call: BatchCall): void => {
    const open = new Map<string, Pending>();
    const finish = async (request: Wire.BatchAppendReq, pending: Pending): Promise<void> => {
      const answered = faults.refuses()
        ? new BatchAppendResp().setStreamIdentifier(identifier(pending.stream)).setError(unknownRefusal())
        : answerTo(log, pending);
      const answer = answered.setCorrelationId(request.getCorrelationId());
      await faults.beforeAnswer();
      if (faults.answersAppend() && !call.cancelled && !call.destroyed) call.write(answer);
    };
    call.on('data', (request: Wire.BatchAppendReq) => {
      const id = request.getCorrelationId()?.getString() || JSON.stringify(request.getCorrelationId()?.toObject());
      const pending = open.get(id) ?? begun(request);
      open.set(id, pending);
      pending.messages.push(...request.getProposedMessagesList());
      if (!request.getIsFinal()) return;
      open.delete(id);
      void finish(request, pending);
    });
    call.on('error', () => undefined);
    call.on('end', () => call.end());
  };
