/** Opens a listener; if its port or host cannot be bound, the error names the variable to change. */
import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import { BadConfig } from '../config.ts';

export type Setting = {
  readonly variable: 'PUBLIC_PORT' | 'DASHBOARD_PORT' | 'METRICS_PORT';
  readonly host: string;
  readonly port: number;
};

const messageFor = ({ variable, host, port }: Setting, code: string | undefined): string | null => {
  switch (code) {
    case 'EADDRINUSE':
      return `${variable}=${port} is already in use on ${host}. Stop the other program, or set ${variable} to another port`;
    case 'EACCES':
      return `${variable}=${port} is not allowed: this user may not listen on it. Set ${variable} to a port above 1023`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `HOST=${host} is not an address of this machine`;
    default:
      return null;
  }
};

/** Throws `BadConfig` if changing a setting helps, otherwise the error of `listen`. */
export const listenAs = async <T>(setting: Setting, listen: () => Promise<T>): Promise<T> => {
  try {
    return await listen();
  } catch (error) {
    const message = messageFor(setting, (error as NodeJS.ErrnoException).code);
    throw message === null ? error : new BadConfig(message, { cause: error });
  }
};

const bound = async ({ host, port }: Setting): Promise<Server> => {
  const server = createServer((socket) => socket.destroy()).listen(port, host);
  await once(server, 'listening');
  return server;
};

/** For a process with work to do before it listens: throws what `listenAs` would throw. Leaves the addresses free. */
export const mustBeFree = async (settings: readonly Setting[]): Promise<void> => {
  const servers: Server[] = [];
  try {
    for (const setting of settings) servers.push(await listenAs(setting, () => bound(setting)));
  } finally {
    await Promise.all(servers.map((server) => new Promise((closed) => server.close(closed))));
  }
};
