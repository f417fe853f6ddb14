/**
 * Detects connections in use whose socket is dead. While the driver (7.8.0) waits for a socket to drain, it handles only
 * errors (`Connection.writeCommand`): if the socket is closed, or ended by the server, it waits indefinitely. So this checks the
 * sockets in private fields of the driver; if these have moved, it finds none, and such a call ends at its own time limit.
 */
import type { Socket } from 'node:net';
import type { MongoClient } from 'mongodb';

type Held = { readonly socket?: Pick<Socket, 'destroyed' | 'readableEnded'> };
type Pool = { readonly checkedOut?: Iterable<Held> };
type Insides = { readonly topology?: { readonly s?: { readonly servers?: ReadonlyMap<string, { pool?: Pool }> } } };

/** MongoDB ends its side of a socket only to close it. */
const isDead = ({ socket }: Held): boolean => socket !== undefined && (socket.destroyed || socket.readableEnded);

/** Whether there is a dead socket that no earlier check has found. */
export const watchSockets = (client: MongoClient): (() => boolean) => {
  const found = new WeakSet<Held>();
  return () => {
    const servers = (client as unknown as Insides).topology?.s?.servers?.values() ?? [];
    const dead = [...servers].flatMap(({ pool }) => [...(pool?.checkedOut ?? [])].filter(isDead));
    const isNew = dead.some((held) => !found.has(held));
    for (const held of dead) found.add(held);
    return isNew;
  };
};
