/** The only kind of cache: bounded by the bytes of everything it holds, including keys. */
import { LRUCache } from 'lru-cache';

/**
 * What a key is derived from, which says who may share an entry:
 * `workspace` names the workspace; `content` is a digest of what the value is made of, or a secret that only its holder knows;
 * `public`: data that everyone may read; `program`: text of the program, such as a statement.
 */
type KeyKind = 'workspace' | 'content' | 'public' | 'program';

export type CacheOptions<V> = {
  readonly key: KeyKind;
  /** Of keys and values together; 0 keeps nothing. */
  readonly maxBytes: number;
  /** Approximate bytes of a value. */
  readonly sizeOf: (value: V) => number;
  readonly ttlMs?: number;
};

/** Overhead of an entry, besides its key and value. */
const ENTRY_BYTES = 200;
const BYTES_PER_CHARACTER = 2;

export const boundedCache = <V extends NonNullable<unknown>>({
  maxBytes,
  sizeOf,
  ttlMs,
}: CacheOptions<V>): LRUCache<string, V> =>
  new LRUCache({
    maxSize: Math.max(1, maxBytes),
    sizeCalculation: (value, key) => Math.ceil(key.length * BYTES_PER_CHARACTER + sizeOf(value) + ENTRY_BYTES),
    ...(ttlMs === undefined ? {} : { ttl: ttlMs }),
  });
