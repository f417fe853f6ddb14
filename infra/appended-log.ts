/** One debug line an append, so that a correlation can be followed from its request to its last event. */
import type { EventStore, Log } from '../commands/ports.ts';
import { kindOf } from '../domain/stream-kinds.ts';

/** The same store, with a log line for each append. It names only the stream's kind, since the rest of its name may be a person's iD. */
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
