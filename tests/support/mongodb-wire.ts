/** MongoDB's wire protocol, as far as the driver uses it without compression. */
import { BSON, type Document } from 'mongodb';

const HEADER = 16;
const OP_REPLY = 1;
const OP_QUERY = 2004;
const OP_MSG = 2013;

export type Message = { readonly id: number; readonly opCode: number; readonly bytes: Buffer };

/** The complete messages received so far, and the rest. */
export const messagesIn = (bytes: Buffer): { readonly messages: readonly Message[]; readonly rest: Buffer } => {
  const messages: Message[] = [];
  let rest = bytes;
  while (rest.length >= HEADER && rest.length >= rest.readInt32LE(0)) {
    const length = rest.readInt32LE(0);
    messages.push({ id: rest.readInt32LE(4), opCode: rest.readInt32LE(12), bytes: rest.subarray(0, length) });
    rest = rest.subarray(length);
  }
  return { messages, rest };
};

const documentAt = (bytes: Buffer, at: number): Document =>
  BSON.deserialize(bytes.subarray(at, at + bytes.readInt32LE(at)), { promoteBuffers: true });

/** The command, with the documents of its sequences as arrays. */
const commandOfMsg = (bytes: Buffer): Document => {
  let command: Document = {};
  for (let at = HEADER + 4; at < bytes.length;) {
    const kind = bytes.readUInt8(at);
    const length = bytes.readInt32LE(at + 1);
    if (kind === 0) command = { ...documentAt(bytes, at + 1), ...command };
    else {
      const end = at + 1 + length;
      const nameEnd = bytes.indexOf(0, at + 5);
      const documents: Document[] = [];
      for (let next = nameEnd + 1; next < end; next += bytes.readInt32LE(next)) documents.push(documentAt(bytes, next));
      command = { ...command, [bytes.toString('utf8', at + 5, nameEnd)]: documents };
    }
    at += 1 + length;
  }
  return command;
};

/** Of a request or, with OP_MSG, a response. */
export const documentOf = ({ opCode, bytes }: Message): Document => {
  if (opCode === OP_MSG) return commandOfMsg(bytes);
  if (opCode === OP_QUERY) return documentAt(bytes, bytes.indexOf(0, HEADER + 4) + 1 + 8);
  return documentAt(bytes, HEADER + 20);
};

/** The response to a message, in the format of the request. */
export const answerTo = ({ id, opCode }: Message, answer: Document): Buffer => {
  const body = Buffer.from(BSON.serialize(answer));
  const isMsg = opCode === OP_MSG;
  const head = Buffer.alloc(HEADER + (isMsg ? 5 : 20));
  head.writeInt32LE(head.length + body.length, 0);
  head.writeInt32LE(id, 8);
  head.writeInt32LE(isMsg ? OP_MSG : OP_REPLY, 12);
  if (!isMsg) head.writeInt32LE(1, HEADER + 16);
  return Buffer.concat([head, body]);
};
