/**
 * Detects stuck clients. The driver (7.8.0) writes to a socket and then waits for it to drain; if the socket is being closed
 * at that moment, it waits indefinitely (`Connection.writeCommand`). A stuck call ends at its own time limit. A stuck monitor
 * never checks its server again, and connections that get stuck while opening block the slots of others: such a client
 * no longer finds a server and must be replaced. So must a client that found no server initially: it does not retry by itself.
 */
import type { MongoClient } from 'mongodb';

/** Abandoned calls that have not ended, each of which holds a connection: this many, or half of the maximum. */
const MOST_LOST = 10;

export type Which = { readonly address: string; readonly connectionId: number | '<monitor>' };

/** Identifies a connection among those of all servers. */
export const keyOf = ({ address, connectionId }: Which): string => `${connectionId} ${address}`;

/** `silentMs`: a healthy monitor, or a connection being opened, is never silent for this long. */
export const watchStuck = (client: MongoClient, silentMs: number) => {
  const heartbeats = new Map<string, number>();
  const making = new Map<string, number>();
  const lost = new Set<Promise<unknown>>();
  // 0 means unlimited.
  const mostLost = Math.min(MOST_LOST, Math.ceil((client.options.maxPoolSize || Infinity) / 2));

  const onHeartbeat = ({ connectionId }: { readonly connectionId: string }): void =>
    void heartbeats.set(connectionId, performance.now());
  client.on('serverHeartbeatStarted', onHeartbeat);
  client.on('serverHeartbeatSucceeded', onHeartbeat);
  client.on('serverHeartbeatFailed', onHeartbeat);
  client.on('serverClosed', ({ address }) => void heartbeats.delete(address));

  let isClosed = false;
  client.on('topologyOpening', () => (isClosed = false));
  client.on('topologyClosed', () => (isClosed = true));

  client.on('connectionCreated', (event) => void making.set(keyOf(event), performance.now()));
  client.on('connectionReady', (event) => void making.delete(keyOf(event)));
  client.on('connectionClosed', (event) => void making.delete(keyOf(event)));

  return {
    /** True if the client should be replaced. */
    isStuck: (): boolean => {
      const before = performance.now() - silentMs;
      const isSilent = [...heartbeats.values(), ...making.values()].some((at) => at < before);
      return isClosed || lost.size >= mostLost || isSilent;
    },
    /** An abandoned call that does not end counts as lost. */
    givenUp: (call: Promise<unknown>): void => {
      lost.add(call);
      const ended = (): void => void lost.delete(call);
      call.then(ended, ended);
    },
  };
};
