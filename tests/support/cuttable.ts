/** A TCP proxy that can be interrupted: now, after a number of bytes in either direction, or stalled for a while. */
import { connect, createServer, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';

export type Cuttable = {
  readonly port: number;
  /** Cuts every connection, and refuses new ones until `mend`. */
  cut(): void;
  /** Cuts everything once this many more bytes have come from the client; the last of them arrive. */
  cutAfter(bytes: number): void;
  /** Cuts everything once this many more bytes of responses have gone back to the client. */
  cutAnswersAfter(bytes: number): void;
  /** Resets one connection, the next that this many bytes have passed. The others are not affected. */
  resetAfter(bytes: number): void;
  /** No bytes pass in either direction until `mend`. */
  stall(): void;
  mend(): void;
  close(): Promise<void>;
};

const NEVER = Number.POSITIVE_INFINITY;

export const cuttable = async (target: { readonly host: string; readonly port: number }): Promise<Cuttable> => {
  const sockets = new Set<Socket>();
  const left = { asked: NEVER, answered: NEVER };
  let resetting = NEVER;
  let isCut = false;
  let isStalled = false;
  const cut = (): void => {
    isCut = true;
    for (const socket of sockets) socket.destroy();
  };

  const passOn = (from: Socket, to: Socket, way: keyof typeof left): void => {
    from.on('data', (bytes) => {
      const passed = bytes.subarray(0, left[way]);
      left[way] -= bytes.length;
      // Forwarded bytes must arrive before the connection ends.
      if (left[way] > 0) to.write(passed);
      else to.end(passed, cut);
    });
  };

  const server = createServer((near) => {
    if (isCut) {
      near.destroy();
      return;
    }
    const far = connect(target.port, target.host);
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        sockets.delete(socket);
        near.destroy();
        far.destroy();
      });
    }
    passOn(near, far, 'asked');
    let carried = 0;
    near.on('data', (bytes) => {
      carried += bytes.length;
      if (carried < resetting) return;
      resetting = NEVER;
      near.pause();
      near.resetAndDestroy();
    });
    passOn(far, near, 'answered');
    if (isStalled) for (const socket of [near, far]) socket.pause();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

  return {
    port: (server.address() as AddressInfo).port,
    cut,
    cutAfter: (bytes) => {
      left.asked = bytes;
    },
    cutAnswersAfter: (bytes) => {
      left.answered = bytes;
    },
    resetAfter: (bytes) => {
      resetting = bytes;
    },
    stall: () => {
      isStalled = true;
      for (const socket of sockets) socket.pause();
    },
    mend: () => {
      isCut = false;
      isStalled = false;
      Object.assign(left, { asked: NEVER, answered: NEVER });
      for (const socket of sockets) socket.resume();
    },
    close: async () => {
      cut();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};
