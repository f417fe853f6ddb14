/** A port for a server that is restarted at its address, or that must be given one. */
import { once } from 'node:events';
import { createServer } from 'node:net';
import { randomInt } from 'node:crypto';

/** Below the ephemeral range (Linux: from 32768): nobody gets it while its server is down. */
const [FROM, TO] = [20_000, 30_000];

const isFree = async (port: number): Promise<boolean> => {
  const server = createServer().listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
  } catch {
    return false;
  }
  server.close();
  await once(server, 'close');
  return true;
};

export const ownPort = async (): Promise<number> => {
  const port = randomInt(FROM, TO);
  return (await isFree(port)) ? port : ownPort();
};
