/** Logs one debug line per append, so a correlation id can be traced from its request to its last event. */
import type { EventStore, Log } from '../commands/ports.ts';
import { kindOf } from '../domain/stream-kinds.ts';

/** Adds the log lines to a store. They contain only the stream's kind, since the rest of its name may be an ORCID iD. */
export const logAppends = (store: EventStore, log: Log): EventStore => ({
  ...store,
  append: async (stream, events, expected) => {
    const appended = await store.append(stream, events, expected);
    const [first] = events;
    if (first !== undefined) {
      const { correlationId, workspace } = first.metadata;
      const types = [...new Set(events.map(({ type }) => type))];
      log.debug({ correlationId, kind: kindOf(stream, workspace), types, ...appended }, 'appended');
    }
    return appended;
  },
});
