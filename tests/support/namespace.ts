/** A log of its own on a shared server: every stream's name begins with the namespace, and only those are visible. */
import type { EventStore } from '../../commands/ports.ts';
import type { Recorded } from '../../domain/event.ts';

export const prefixOf = (namespace: string): string => `${namespace}.`;

/** `store` must read no other streams: it is opened with `streams: [prefixOf(namespace)]`. */
export const inNamespace = (store: EventStore, namespace: string): EventStore => {
  const prefix = prefixOf(namespace);
  const bare = (event: Recorded): Recorded => ({ ...event, stream: event.stream.slice(prefix.length) });
  return {
    append: (stream, events, expected) => store.append(prefix + stream, events, expected),
    readStream: async function* (stream, options) {
      for await (const event of store.readStream(prefix + stream, options)) yield bare(event);
    },
    readAll: async function* (options) {
      for await (const event of store.readAll(options)) yield bare(event);
    },
    subscribe: async function* ({ prefixes = [''], ...options }) {
      const own = { ...options, prefixes: prefixes.map((begin) => prefix + begin) };
      for await (const delivery of store.subscribe(own))
        yield delivery.kind === 'event' ? { ...delivery, event: bare(delivery.event) } : delivery;
    },
    head: () => store.head(),
    end: () => store.end(),
    deleteStream: (stream, expected) => store.deleteStream(prefix + stream, expected),
    close: () => store.close(),
  };
};
