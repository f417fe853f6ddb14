/** A MongoDB with responses chosen by a test: on its own, or in front of another, whose responses it may change. */
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import type { Document } from 'mongodb';
import { answerTo, documentOf, messagesIn, type Message } from './mongodb-wire.ts';

/** `next` sends to the server behind. Null: the connection is ended without a response. */
export type Answering = (
  command: Document,
  next: () => Promise<Document>,
) => Promise<Document | null> | Document | null;

export type MongoDouble = {
  readonly port: number;
  /** All commands, except the handshakes and heartbeats of the driver. */
  readonly sent: readonly Document[];
  close(): Promise<void>;
};

const OF_THE_DRIVER = /^(hello|isMaster|ismaster|ping|endSessions|sasl\w+)$/;

export const nameOf = (command: Document): string => Object.keys(command)[0] ?? '';

/** A server of the newest version that stores nothing. */
export const helloOf = (command: Document): Document | null =>
  /^(hello|ismaster)$/i.test(nameOf(command))
    ? {
        ok: 1,
        helloOk: true,
        isWritablePrimary: true,
        ismaster: true,
        minWireVersion: 0,
        maxWireVersion: 25,
        logicalSessionTimeoutMinutes: 30,
        ...SIZES,
      }
    : null;

const SIZES = { maxBsonObjectSize: 16_777_216, maxMessageSizeBytes: 48_000_000, maxWriteBatchSize: 100_000 };

/** Responses of the server behind, one for each message, in order. */
const asking = (behind: Socket): ((message: Message) => Promise<Document>) => {
  let held = Buffer.alloc(0);
  const waiting: ((answer: Document) => void)[] = [];
  behind.on('data', (bytes) => {
    const { messages, rest } = messagesIn(Buffer.concat([held, bytes]));
    held = Buffer.from(rest);
    for (const message of messages) waiting.shift()?.(documentOf(message));
  });
  return (message) =>
    new Promise((resolve) => {
      waiting.push(resolve);
      behind.write(message.bytes);
    });
};

export const mongoDouble = async (
  answer: Answering,
  behind?: { readonly host: string; readonly port: number },
): Promise<MongoDouble> => {
  const sockets = new Set<Socket>();
  const sent: Document[] = [];
  const keep = (socket: Socket): Socket => {
    sockets.add(socket);
    return socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
  };
  const server = createServer((near) => {
    keep(near);
    const far = behind === undefined ? null : keep(connect(behind.port, behind.host));
    far?.on('close', () => near.destroy());
    near.on('close', () => far?.destroy());
    const ask = far === null ? null : asking(far);
    let held = Buffer.alloc(0);
    const respond = async (message: Message): Promise<void> => {
      const command = documentOf(message);
      if (!OF_THE_DRIVER.test(nameOf(command))) sent.push(command);
      const answered = await answer(command, async () => {
        if (ask === null) return helloOf(command) ?? { ok: 1 };
        return ask(message);
      });
      if (answered === null) near.end();
      else if (!near.destroyed) near.write(answerTo(message, answered));
    };
    near.on('data', (bytes) => {
      const { messages, rest } = messagesIn(Buffer.concat([held, bytes]));
      held = Buffer.from(rest);
      for (const message of messages) void respond(message);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    sent,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};
