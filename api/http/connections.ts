/** How many connections one address holds open: at most so many, and never all that the process can have. */
import type { Server } from 'node:http';
import type { Log } from '../../commands/ports.ts';
import { networkOf } from './network.ts';

export type ConnectionBound = {
  /** 0 = any number. */
  readonly perAddress: number;
  /** A proxy that is believed holds those of many. */
  readonly isExempt: (address: string) => boolean;
  readonly log: Log;
};

const SAID_EVERY_MS = 60_000;

/** Closes every connection beyond the bound before anything of it is read. An IPv6 network of 64 bits is one address. */
export const boundConnections = (server: Server, { perAddress, isExempt, log }: ConnectionBound): void => {
  if (perAddress === 0) return;
  const open = new Map<string, number>();
  let saidAt = -Infinity;

  const say = (): void => {
    const now = performance.now();
    if (now - saidAt < SAID_EVERY_MS) return;
    saidAt = now;
    log.warn({ perAddress }, 'an address holds too many connections: more are closed');
  };

  server.on('connection', (socket) => {
    const { remoteAddress = '' } = socket;
    if (isExempt(remoteAddress)) return;
    const network = networkOf(remoteAddress);
    const held = (open.get(network) ?? 0) + 1;
    if (held > perAddress) {
      socket.destroy();
      say();
      return;
    }
    open.set(network, held);
    socket.once('close', () => {
      const left = (open.get(network) ?? 1) - 1;
      if (left === 0) open.delete(network);
      else open.set(network, left);
    });
  });
};
