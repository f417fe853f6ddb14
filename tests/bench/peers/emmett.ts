/** The SQLite event store of Emmett, unmodified: the operations that the bench uses. */
import Database from 'libsql';
import type { NewEvent } from '../../../commands/ports.ts';
import { loadPeer } from './load.ts';

type Message = { readonly type: string; readonly data: unknown; readonly metadata: unknown };

type Emmett = {
  getSQLiteEventStore(options: { readonly fileName: string }): {
    appendToStream(
      stream: string,
      events: readonly Message[],
      options: { readonly expectedStreamVersion: 'STREAM_DOES_NOT_EXIST' },
    ): Promise<unknown>;
    readStream(stream: string): Promise<{ readonly events: readonly unknown[] }>;
  };
};

export type EmmettStore = {
  /** Retried when it is refused as busy, which happens even to a single caller. */
  append(stream: string, events: readonly NewEvent[]): Promise<void>;
  read(stream: string): Promise<number>;
};

const TRIES = 5;

const isBusy = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'SQLITE_BUSY';

/** Null if it is not installed. */
export const openEmmett = (file: string): EmmettStore | null => {
  const emmett = loadPeer<Emmett>('@event-driven-io/emmett-sqlite');
  if (emmett === null) return null;
  const store = emmett.getSQLiteEventStore({ fileName: file });
  return {
    append: async (stream, events) => {
      const messages = events.map(({ type, data, metadata }) => ({ type, data, metadata }));
      for (let tried = 1; ; tried += 1)
        try {
          await store.appendToStream(stream, messages, { expectedStreamVersion: 'STREAM_DOES_NOT_EXIST' });
          return;
        } catch (error) {
          if (!isBusy(error) || tried === TRIES) throw error;
        }
    },
    read: async (stream) => (await store.readStream(stream)).events.length,
  };
};

/** Appends of unequal durability must not be compared. Throws if the file is not in WAL mode. */
export const checkJournal = (file: string): void => {
  const db = new Database(file);
  const [[mode]] = db.prepare('PRAGMA journal_mode').raw().all() as unknown as [[string]];
  db.close();
  if (mode !== 'wal') throw new Error(`Emmett keeps its file in mode ${mode}`);
};
