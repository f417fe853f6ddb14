/**
 * Whether a client has lost its way. The driver (7.8.0) writes to a socket and then waits for it to drain; of a socket that
 * is being closed at that moment it waits for ever (`Connection.writeCommand`). A call that is caught so is given up by its
 * own time limit. A monitor that is caught so never looks at its server again, and connections that are caught so while they
 * are made hold the places of those that could be: such a client finds no server any more, and must be replaced. So must one
 * that found none the first time: it looks for none again by itself.
 */
import type { MongoClient } from 'mongodb';

/** Abandoned calls that have not ended, each of which holds a connection: this many, or half of the maximum. */
const MOST_LOST = 10;

export type Which = { readonly address: string; readonly connectionId: number | '<monitor>' };

/** Of a connection, among those of all servers. */
export const keyOf = ({ address, connectionId }: Which): string => `${connectionId} ${address}`;

export type Watched = {
  /** True if the client should be replaced. */
  readonly isStuck: () => boolean;
  /** Settles like the call; an abandoned call that does not end counts as lost. */
  readonly givenUp: (call: Promise<unknown>) => void;
};

/**
 * `silentMs`: how long a monitor that is well, or a connection that is being made, never takes without a word. `connected`
 * counts only connections; heartbeats are of each server.
 */
export const watchStuck = (client: MongoClient, silentMs: number): Watched => {
  const heartbeats = new Map<string, number>();
  const making = new Map<string, number>();
  const lost = new Set<Promise<unknown>>();
  // 0 means unlimited.
  const mostLost = Math.min(MOST_LOST, Math.ceil((client.options.maxPoolSize || Infinity) / 2));

  const heard = ({ connectionId }: { readonly connectionId: string }): void =>
    void heartbeats.set(connectionId, performance.now());
  client.on('serverHeartbeatStarted', heard);
  client.on('serverHeartbeatSucceeded', heard);
  client.on('serverHeartbeatFailed', heard);
  client.on('serverClosed', ({ address }) => void heartbeats.delete(address));

  let isClosed = false;
  client.on('topologyOpening', () => (isClosed = false));
  client.on('topologyClosed', () => (isClosed = true));

  client.on('connectionCreated', (event) => void making.set(keyOf(event), performance.now()));
  client.on('connectionReady', (event) => void making.delete(keyOf(event)));
  client.on('connectionClosed', (event) => void making.delete(keyOf(event)));

  return {
    isStuck: () => {
      const before = performance.now() - silentMs;
      return (
        isClosed || lost.size >= mostLost || [...heartbeats.values(), ...making.values()].some((at) => at < before)
      );
    },
    givenUp: (call) => {
      lost.add(call);
      const ended = (): void => void lost.delete(call);
      call.then(ended, ended);
    },
  };
};
