/** Refusals of a batched append: a status with its details packed as protocol buffers, and an empty message. */
import type { Decision, Expected } from './log.ts';
import {
  Any,
  GoogleEmpty,
  MaximumAppendSizeExceeded,
  Status,
  StreamDeleted,
  Unknown,
  WrongExpectedVersion,
} from './protocol.ts';
import { identifier } from './wire.ts';

type RefusalStatus = InstanceType<typeof Status>;

const packed = (details: { serializeBinary(): Uint8Array }, type: string): RefusalStatus => {
  const any = new Any();
  any.pack(details.serializeBinary(), `event_store.client.${type}`);
  return new Status().setDetails(any);
};

const wrongVersion = (current: number, expected: Expected): RefusalStatus => {
  const wrong = new WrongExpectedVersion();
  const none = new GoogleEmpty();
  if (current < 0) wrong.setCurrentNoStream(none);
  else wrong.setCurrentStreamRevision(String(current));
  if (expected === 'any') wrong.setExpectedAny(none);
  else if (expected === 'no_stream') wrong.setExpectedNoStream(none);
  else if (expected === 'stream_exists') wrong.setExpectedStreamExists(none);
  else wrong.setExpectedStreamPosition(String(expected));
  return packed(wrong, 'WrongExpectedVersion');
};

export const refusal = (
  decision: Exclude<Decision, { kind: 'written' }>,
  stream: string,
  expected: Expected,
): RefusalStatus =>
  decision.kind === 'wrong'
    ? wrongVersion(decision.current, expected)
    : packed(new StreamDeleted().setStreamIdentifier(identifier(stream)), 'StreamDeleted');

export const tooLargeRefusal = (limit: number): RefusalStatus =>
  packed(new MaximumAppendSizeExceeded().setMaxappendsize(limit), 'MaximumAppendSizeExceeded');

export const unknownRefusal = (): RefusalStatus => packed(new Unknown(), 'Unknown');
