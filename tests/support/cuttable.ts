/** A TCP proxy that can be cut: now, after so many bytes, or for a while. */
import { connect, createServer, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';

export type Cuttable = {
  readonly port: number;
  /** Cuts every connection, and refuses new ones until `mend`. */
  cut(): void;
  /** Cuts everything once so many more bytes have gone towards the server. */
  cutAfter(bytes: number): void;
  /** Bytes pass in neither direction until `mend`. */
  stall(): void;
  mend(): void;
  close(): Promise<void>;
};

export const cuttable = async (target: { readonly host: string; readonly port: number }): Promise<Cuttable> => {
  const sockets = new Set<Socket>();
  let isCut = false;
  let isStalled = false;
  let left = Number.POSITIVE_INFINITY;
  const drop = (): void => {
    for (const socket of sockets) socket.destroy();
    sockets.clear();
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
      if (isStalled) socket.pause();
    }
    near.on('data', (bytes) => {
      left -= bytes.length;
      if (left > 0) far.write(bytes);
      else {
        isCut = true;
        drop();
      }
    });
    far.on('data', (bytes) => near.write(bytes));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

  return {
    port: (server.address() as AddressInfo).port,
    cut: () => {
      isCut = true;
      drop();
    },
    cutAfter: (bytes) => {
      left = bytes;
    },
    stall: () => {
      isStalled = true;
      for (const socket of sockets) socket.pause();
    },
    mend: () => {
      isCut = false;
      isStalled = false;
      left = Number.POSITIVE_INFINITY;
      for (const socket of sockets) socket.resume();
    },
    close: async () => {
      drop();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};
