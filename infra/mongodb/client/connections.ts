/** What calls and the client that they share know of each other. */

/** Begins a call when there is a connection for it. A call that is under way must not wait for another such. */
export type Admit = <T>(work: () => Promise<T>) => Promise<T>;

/** Any connection, or only one that a call holds and of whose death the driver says nothing. */
export type Loss = 'any' | 'held';

export type Connections = {
  readonly admit: Admit;
  /** How often a connection was handed to a call. */
  readonly taken: () => number;
  /** Calls the listener whenever such a connection is lost, or its server; the result ends that. */
  readonly onLoss: (which: Loss, listener: () => void) => () => void;
  /** Reports a call that has been abandoned. */
  readonly givenUp: (call: Promise<unknown>) => void;
  /** Reports a call that failed because the server seems to be away. */
  readonly failed: () => void;
};
