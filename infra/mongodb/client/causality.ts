/** Durable reads and the writes that follow from them, in one order, whichever node is primary in between. */
import type { ClientSession, MongoClient, Timestamp } from 'mongodb';

/** Runs work in a session that sees everything that earlier work has seen or written. */
export type Causally = <T>(work: (session: ClientSession) => Promise<T>) => Promise<T>;

/**
 * A row that is folded further must be one that no lost primary takes back, so it is read at `majority`. A primary that
 * is new may not yet know all that its predecessor had acknowledged; the time carried from call to call makes it wait.
 * A standalone server has no such time, and needs none.
 */
export const causallyOn = (client: () => Pick<MongoClient, 'startSession'>): Causally => {
  let seen: Timestamp | undefined;
  return async (work) => {
    const session = client().startSession({ causalConsistency: true });
    if (seen !== undefined) session.advanceOperationTime(seen);
    try {
      return await work(session);
    } finally {
      const { operationTime } = session;
      if (operationTime !== undefined && (seen === undefined || operationTime.greaterThan(seen))) seen = operationTime;
      await session.endSession();
    }
  };
};
