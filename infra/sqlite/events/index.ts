/** The embedded event store: one SQLite file that several processes and threads may share. */
import {
  WrongExpectedRevision,
  type Delivery,
  type EventStore,
  type SubscribeOptions,
} from '../../../commands/ports.ts';
import { BEGINNING, type Revision } from '../../../domain/event.ts';
import { emptyLog, immediately, openDatabase, type DatabaseFile } from '../connection/database.ts';
import { openAppender } from './append.ts';
import { eventOf, prepareLog } from './schema.ts';
import { openReader, type Reader } from './read.ts';
import { openWake, type Wake } from './wake.ts';

/** Reads the log page by page to its end, then waits for it to grow. */
const subscribe = async function* (
  page: Reader['page'],
  wake: Wake,
  { after = BEGINNING, prefixes = [], signal }: SubscribeOptions,
): AsyncGenerator<Delivery> {
  let position = Math.max(after, 0);
  let reported = -2;
  while (!signal.aborted) {
    const seen = wake.seen();
    const { rows, end } = await page(position, prefixes);
    for (const row of rows) {
      yield { kind: 'event', event: eventOf(row) };
      if (signal.aborted) return;
    }
    if (end > position) {
      position = end;
      continue;
    }
    const reached = position === 0 ? after : position;
    if (reached !== reported) yield { kind: 'caughtUp', position: reached };
    reported = reached;
    await wake.changed(seen, signal);
  }
};

/** Opens the file, creating it if missing. Throws `Unavailable`. */
export const openSqliteEventStore = async ({ file, log }: DatabaseFile): Promise<EventStore> => {
  const open = () => openDatabase({ file, synchronous: 'FULL', what: 'event store' });
  const writing = await open();
  await prepareLog(writing);
  // A separate connection, so the writer's commits also change the reader's data version.
  const reading = await open();
  const { page, ...reads } = openReader(reading);
  const wake = openWake(reading);
  const appender = openAppender(writing, () => wake.wake());
  const closing = new AbortController();
  const last = writing.prepare('SELECT revision FROM events WHERE stream = ? ORDER BY revision DESC LIMIT 1').raw();
  const remove = writing.prepare('DELETE FROM events WHERE stream = ?');
  const remember = writing.prepare('INSERT OR REPLACE INTO deleted_streams (stream, revision) VALUES (?, ?)');
  const removeAt = (stream: string, expected: Revision | undefined): void => {
    const [actual] = (last.get(stream) as [Revision] | undefined) ?? [null];
    if (actual === null) return;
    if (expected !== undefined && expected !== actual) throw new WrongExpectedRevision(stream, expected, actual);
    remove.run(stream);
    // As on EventStoreDB, the deletion has a revision of its own, so a copy that still holds the events is seen to differ.
    remember.run(stream, actual + 1);
  };

  return {
    ...reads,
    append: appender.append,
    subscribe: (options) =>
      subscribe(page, wake, { ...options, signal: AbortSignal.any([options.signal, closing.signal]) }),
    deleteStream: async (stream, expected) => {
      await immediately(writing, () => removeAt(stream, expected));
      if (!(await emptyLog(writing)))
        log?.warn({ stream }, 'deleted data stays in the write-ahead log until no process reads it');
    },
    close: async () => {
      if (closing.signal.aborted) return;
      await appender.drain();
      closing.abort();
      wake.close();
      reading.close();
      writing.close();
    },
  };
};
