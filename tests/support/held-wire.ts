/** A proxy before a MongoDB server that holds one command, and what follows it on its connection, until it is released. */
import { connect, createServer, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';
import { BSON } from 'mongodb';

export type HeldWire = {
  readonly port: number;
  /** The number of commands, excluding the driver's monitoring. */
  readonly commands: number;
  /** Resolves when the command with this number, from 0, has arrived and is held. */
  readonly held: Promise<string>;
  letGo(): void;
  close(): Promise<void>;
};

const HEADER_BYTES = 16;
const FLAGS_BYTES = 4;
const WATCHING = new Set(['hello', 'ismaster', 'isMaster', 'ping', 'endSessions', 'saslStart', 'saslContinue']);

/** Of an OP_MSG: the first field of its body. */
const commandOf = (message: Buffer): string => {
  const body = message.subarray(HEADER_BYTES + FLAGS_BYTES + 1);
  try {
    return Object.keys(BSON.deserialize(body, { allowObjectSmallerThanBufferSize: true }))[0] ?? '';
  } catch {
    return 'hello';
  }
};

/** `isCounted`: filters commands by name. Default: all. */
export const heldWire = async (
  target: { readonly host: string; readonly port: number },
  nth: number,
  isCounted: (command: string) => boolean = () => true,
): Promise<HeldWire> => {
  let commands = 0;
  let letGo = (): void => undefined;
  let reached: (command: string) => void = () => undefined;
  const held = new Promise<string>((resolve) => (reached = resolve));
  const sockets = new Set<Socket>();

  const pass = (near: Socket, far: Socket): void => {
    let rest = Buffer.alloc(0);
    let isHeld = false;
    const take = (): void => {
      while (!isHeld && rest.length >= HEADER_BYTES && rest.length >= rest.readInt32LE(0)) {
        const message = rest.subarray(0, rest.readInt32LE(0));
        const command = commandOf(message);
        if (!WATCHING.has(command) && isCounted(command) && commands++ === nth) {
          isHeld = true;
          letGo = () => {
            isHeld = false;
            far.write(message);
            rest = rest.subarray(message.length);
            take();
          };
          reached(command);
          return;
        }
        far.write(message);
        rest = rest.subarray(message.length);
      }
    };
    near.on('data', (bytes) => {
      rest = Buffer.concat([rest, bytes]);
      take();
    });
    far.on('data', (bytes) => near.write(bytes));
  };

  const server = createServer((near) => {
    const far = connect(target.port, target.host);
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        near.destroy();
        far.destroy();
      });
    }
    pass(near, far);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    get commands() {
      return commands;
    },
    held,
    letGo: () => letGo(),
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};
