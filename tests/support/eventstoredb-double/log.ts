/**
 * The log of the double: it decides about an append as the server's index writer does, and adds the result to the streams and
 * to `$all`.
 */
import { randomUUID } from 'node:crypto';
import { Records, type Proposed, type StoredRecord } from './records.ts';
import { applyMetadata, DELETED, isDeleted, lastRevision, newStream, truncation, type Stream } from './streams.ts';

export type Expected = number | 'any' | 'no_stream' | 'stream_exists';

export type Decision =
  | { readonly kind: 'written'; readonly revision: number; readonly position: number }
  | { readonly kind: 'wrong'; readonly current: number }
  | { readonly kind: 'tombstoned' };

const NO_STREAM = -1;

export class EventLog {
  readonly records = new Records();
  readonly streams = new Map<string, Stream>();
  /** Called with the new records of an append, or of another write, before it is acknowledged. */
  onRecords: (records: readonly StoredRecord[]) => void = () => undefined;
  readonly #waiting = new Set<() => void>();
  /** Ids from this run of the server: it knows repeated appends at any revision only by these. */
  #recent = new Map<string, StoredRecord>();

  append(name: string, expected: Expected, events: readonly Proposed[]): Decision {
    const stream = this.streams.get(name);
    if (stream?.tombstoned === true) return { kind: 'tombstoned' };
    const current = lastRevision(stream);
    const deleted = stream !== undefined && isDeleted(stream);
    const wrong: Decision = { kind: 'wrong', current };
    if (expected === 'stream_exists' && (stream === undefined || deleted)) return wrong;

    if (typeof expected === 'string' && expected !== 'no_stream') {
      const known = events.map(({ id }) => this.#recent.get(id)).filter((record) => record?.stream === name);
      if (known.length === events.length && events.length > 0) return writtenAs(known.at(-1), wrong);
      if (known.length > 0) return wrong;
    } else {
      const after = expected === 'no_stream' ? NO_STREAM : expected;
      if (after > current) return wrong;
      if (after < current && !(deleted && after === NO_STREAM)) {
        const there = events.map(({ id }, n) => {
          const record = stream?.records.find(({ revision }) => revision === after + 1 + n);
          return record?.id === id ? record : undefined;
        });
        return there.includes(undefined) || events.length === 0 ? wrong : writtenAs(there.at(-1), wrong);
      }
    }
    if (events.length === 0) return { kind: 'written', revision: 0, position: this.records.end };
    return this.#write(name, events);
  }

  /** Soft: the stream counts as absent and may be started again, at the revision after its last. */
  delete(name: string, expected: Expected): Decision {
    const stream = this.streams.get(name);
    const refused = this.#refusesRemoval(stream, expected);
    if (refused !== null) return refused;
    return this.#write(`$$${name}`, [system('$metadata', truncation(DELETED))]);
  }

  /** Hard: the name can never be used again. */
  tombstone(name: string, expected: Expected): Decision {
    const refused = this.#refusesRemoval(this.streams.get(name), expected);
    if (refused !== null) return refused;
    const written = this.#put(name, system('$streamDeleted', new Uint8Array()), DELETED);
    this.#commit([written]);
    return { kind: 'written', revision: DELETED, position: written.position };
  }

  #refusesRemoval(stream: Stream | undefined, expected: Expected): Decision | null {
    if (stream?.tombstoned === true) return { kind: 'tombstoned' };
    const current = lastRevision(stream);
    if (stream === undefined || current === NO_STREAM) return { kind: 'wrong', current: NO_STREAM };
    return typeof expected === 'number' && expected !== current ? { kind: 'wrong', current } : null;
  }

  #write(name: string, events: readonly Proposed[]): Decision {
    const stream = this.streams.get(name);
    const first = lastRevision(stream) + 1;
    const restarted =
      stream !== undefined && isDeleted(stream) ? [this.#put(`$$${name}`, system('$metadata', truncation(first)))] : [];
    const written = events.map((event, n) => this.#put(name, event, first + n));
    this.#commit([...restarted, ...written]);
    return writtenAs(written.at(-1), { kind: 'wrong', current: first - 1 });
  }

  #put(stream: string, event: Proposed, revision = lastRevision(this.streams.get(stream)) + 1): StoredRecord {
    const record = this.records.push({ ...event, stream, revision, created: Date.now() });
    this.#index(record);
    this.#recent.set(record.id, record);
    return record;
  }

  /** Adds a record that an earlier run has written. */
  restore(record: StoredRecord): void {
    this.records.restore(record);
    this.#index(record);
  }

  #index(record: StoredRecord): void {
    const stream = this.#stream(record.stream);
    if (record.type === '$streamDeleted') stream.tombstoned = true;
    stream.records.push(record);
    if (record.type === '$metadata' && record.stream.startsWith('$$'))
      applyMetadata(this.#stream(record.stream.slice(2)), record.data);
  }

  #stream(name: string): Stream {
    const stream = this.streams.get(name) ?? newStream();
    this.streams.set(name, stream);
    return stream;
  }

  /** What a restart of the server drops. */
  forgetRecent(): void {
    this.#recent = new Map();
  }

  /** Resolves at the next append, or when the signal is aborted. */
  async grown(signal: AbortSignal): Promise<void> {
    if (signal.aborted) return;
    await new Promise<void>((resolve) => {
      const wake = (): void => {
        this.#waiting.delete(wake);
        signal.removeEventListener('abort', wake);
        resolve();
      };
      this.#waiting.add(wake);
      signal.addEventListener('abort', wake);
    });
  }

  #commit(records: readonly StoredRecord[]): void {
    this.onRecords(records);
    for (const wake of this.#waiting) wake();
  }
}

const writtenAs = (last: StoredRecord | undefined, otherwise: Decision): Decision =>
  last === undefined ? otherwise : { kind: 'written', revision: last.revision, position: last.position };

const system = (type: string, data: Uint8Array): Proposed => ({
  id: randomUUID(),
  type,
  contentType: 'application/json',
  data,
  metadata: new Uint8Array(),
});
