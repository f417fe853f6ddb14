/** Limits open connections per address, so that one address cannot use up the process's connections. */
import type { Server } from 'node:http';
import type { Log } from '../../commands/ports.ts';
import { networkOf } from './network.ts';

export type ConnectionBound = {
  /** 0 = unlimited. */
  readonly perAddress: number;
  /** For trusted proxies, which carry many clients' connections. */
  readonly isExempt: (address: string) => boolean;
  readonly log: Log;
};

const WARN_EVERY_MS = 60_000;

/** Closes connections beyond the limit before reading from them. An IPv6 /64 network counts as one address. */
export const boundConnections = (server: Server, { perAddress, isExempt, log }: ConnectionBound): void => {
  if (perAddress === 0) return;
  const open = new Map<string, number>();
  let warnedAt = -Infinity;

  const warn = (): void => {
    const now = performance.now();
    if (now - warnedAt < WARN_EVERY_MS) return;
    warnedAt = now;
    log.warn({ perAddress }, 'connection limit of an address reached: closing further connections');
  };

  server.on('connection', (socket) => {
    const { remoteAddress = '' } = socket;
    if (isExempt(remoteAddress)) return;
    const network = networkOf(remoteAddress);
    const held = (open.get(network) ?? 0) + 1;
    if (held > perAddress) {
      socket.destroy();
      warn();
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
