/** A log of its own on a server that is shared: every stream's name begins with the namespace, and only those are seen. */
import type { EventStore } from '../../commands/ports.ts';
import { BEGINNING, type Recorded } from '../../domain/event.ts';

export const inNamespace = (store: EventStore, namespace: string): EventStore => {
  const prefix = `${namespace}.`;
  const isOwn = ({ stream }: Recorded): boolean => stream.startsWith(prefix);
  const bare = (event: Recorded): Recorded => ({ ...event, stream: event.stream.slice(prefix.length) });
  const readAll: EventStore['readAll'] = async function* ({ limit = Infinity, ...options } = {}) {
    let left = limit;
    for await (const event of store.readAll(options)) {
      if (!isOwn(event)) continue;
      yield bare(event);
      left -= 1;
      if (left <= 0) return;
    }
  };
  return {
    append: (stream, events, expected) => store.append(prefix + stream, events, expected),
    readStream: async function* (stream, options) {
      for await (const event of store.readStream(prefix + stream, options)) yield bare(event);
    },
    readAll,
    subscribe: async function* ({ prefixes = [''], ...options }) {
      const own = { ...options, prefixes: prefixes.map((begin) => prefix + begin) };
      for await (const delivery of store.subscribe(own))
        yield delivery.kind === 'event' ? { ...delivery, event: bare(delivery.event) } : delivery;
    },
    head: async () => {
      for await (const { position } of readAll({ direction: 'backwards', limit: 1 })) return position;
      return BEGINNING;
    },
    deleteStream: (stream) => store.deleteStream(prefix + stream),
    close: () => store.close(),
  };
};
