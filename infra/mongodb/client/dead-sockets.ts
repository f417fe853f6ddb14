/**
 * Connections that a call holds although their socket is dead. The driver (7.8.0) waits for a socket to drain and hears
 * of nothing but an error meanwhile (`Connection.writeCommand`): a socket that is closed, or ended by the server, is waited for
 * without end. So the sockets are looked at, in fields that the driver does not promise: where they are elsewhere, none
 * is found, and such a call ends at its own time limit.
 */
import type { Socket } from 'node:net';
import type { MongoClient } from 'mongodb';

type Held = { readonly socket?: Pick<Socket, 'destroyed' | 'readableEnded'> };
type Pool = { readonly checkedOut?: Iterable<Held> };
type Insides = { readonly topology?: { readonly s?: { readonly servers?: ReadonlyMap<string, { pool?: Pool }> } } };

/** MongoDB ends its side of a socket only to close it. */
const isDead = ({ socket }: Held): boolean => socket !== undefined && (socket.destroyed || socket.readableEnded);

/** Whether there is one that an earlier look has not found. */
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
