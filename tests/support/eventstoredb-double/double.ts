/** A server on a real connection that speaks EventStoreDB's protocol like version 23.10, and fails on demand. */
import { Server, ServerCredentials } from '@grpc/grpc-js';
import { createServer, type Server as Listener, type Socket } from 'node:net';
import { ownPort } from '../port.ts';
import { append } from './append.ts';
import { batchAppend } from './batch-append.ts';
import { Faults } from './faults.ts';
import { supportedMethods } from './features.ts';
import { keepIn } from './file.ts';
import { EventLog } from './log.ts';
import { ServerFeaturesService, StreamsService } from './protocol.ts';
import { read } from './read.ts';
import { deleteStream, tombstone } from './remove.ts';
import { Traffic } from './traffic.ts';

export type DoubleOptions = {
  /** Default: a free one. */
  readonly port?: number;
  /** False: the server does not have the batched append, as before 21.10. */
  readonly batchAppend?: boolean;
  /** Default: without TLS. */
  readonly credentials?: ServerCredentials;
  /** Stores the events in this file; default: in memory. */
  readonly file?: string;
};

export class EventStoreDbDouble {
  readonly log = new EventLog();
  readonly faults = new Faults();
  readonly traffic = new Traffic();
  readonly #options: DoubleOptions;
  readonly #closeFile: () => void;
  readonly #sockets = new Set<Socket>();
  #server: Server | null = null;
  #listener: Listener | null = null;
  #port: number;

  constructor(options: DoubleOptions) {
    this.#options = options;
    this.#port = options.port ?? 0;
    this.#closeFile = options.file === undefined ? () => undefined : keepIn(options.file, this.log);
    this.faults.dropConnections = () => this.#drop();
  }

  get url(): string {
    return `esdb://127.0.0.1:${this.#port}?tls=false`;
  }

  /** On the same port as before, with the same events. */
  async start(): Promise<void> {
    this.log.forgetRecent();
    if (this.#port === 0) this.#port = await ownPort();
    const server = new Server();
    server.addService(ServerFeaturesService, {
      getSupportedMethods: supportedMethods(this.#options.batchAppend ?? true),
    });
    server.addService(StreamsService, {
      read: read(this.log, this.faults, this.traffic),
      append: append(this.log, this.faults),
      batchAppend: batchAppend(this.log, this.faults),
      delete: deleteStream(this.log, this.faults),
      tombstone: tombstone(this.log, this.faults),
    });
    const connections = server.createConnectionInjector(
      this.#options.credentials ?? ServerCredentials.createInsecure(),
    );
    const listener = createServer((socket) => {
      this.#sockets.add(socket.on('close', () => this.#sockets.delete(socket)).on('error', () => undefined));
      connections.injectConnection(socket);
    });
    await new Promise<void>((resolve, reject) => {
      listener.once('error', reject).listen(this.#port, '127.0.0.1', resolve);
    });
    this.#server = server;
    this.#listener = listener;
  }

  /** As when the machine dies: connections end without notice, and nothing listens any more. */
  async stop(): Promise<void> {
    const listener = this.#listener;
    this.#listener = null;
    const closed = new Promise<void>((resolve) => {
      if (listener === null) resolve();
      else listener.close(() => resolve());
    });
    this.#drop();
    this.#server?.forceShutdown();
    this.#server = null;
    await closed;
  }

  async close(): Promise<void> {
    await this.stop();
    this.#closeFile();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  #drop(): void {
    for (const socket of this.#sockets) socket.destroy();
  }
}

export const startDouble = async (options: DoubleOptions = {}): Promise<EventStoreDbDouble> => {
  const double = new EventStoreDbDouble(options);
  await double.start();
  return double;
};
