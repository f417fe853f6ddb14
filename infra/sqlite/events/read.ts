/** Reads the log and streams page by page, so no call blocks the event loop. */
import type { EventStore } from '../../../commands/ports.ts';
import { BEGINNING, type Position } from '../../../domain/event.ts';
import { waitUntilFree, type Connection } from '../connection/database.ts';
import { COLUMNS, eventOf, type EventRow, HEADERS } from './schema.ts';

/** Rows per call: some milliseconds of reading and parsing. */
const PAGE = 256;
/** Bytes per call, or one event: data read but not yet consumed stays small, however large events are. */
const PAGE_BYTES = 2 * 1024 * 1024;
/** Less of a stream: its events are parsed in the same call, some of them for requests that others wait behind. */
const STREAM_BYTES = 512 * 1024;

export type Reader = Pick<EventStore, 'head' | 'end' | 'readStream' | 'readAll'> & {
  /** One page of the log after a position, and how far it read, skipping streams with other prefixes. */
  readonly page: (
    after: Position,
    prefixes: readonly string[],
  ) => Promise<{ readonly rows: readonly EventRow[]; readonly end: Position }>;
};

/** Rows of the log examined per query by a subscription's filter; bounded, so a rare prefix does not cause a long scan. */
const WINDOW = 1024;

/** The rows selected by an SQL condition, up to `most` and `bytes`, and whether the page was cut short. */
const bounded = (db: Connection, from: string, bytes: number) => {
  const whole = db.prepare(`SELECT ${COLUMNS} ${from}`).raw();
  const headers = db.prepare(`SELECT ${HEADERS} ${from}`).raw();
  // SQLite knows a length without reading the text.
  const lengths = db.prepare(`SELECT octet_length(data) ${from}`).raw();
  return (parameters: readonly (string | number)[], most: number, withData = true) => {
    const read = withData ? whole : headers;
    const rows = (limit: number) => read.all(...parameters, limit) as unknown as EventRow[];
    if (!withData || most === 1) return { rows: rows(most), isCut: false };
    const sizes = lengths.all(...parameters, most) as unknown as [number][];
    let [held, count] = [0, 0];
    for (const [size] of sizes) {
      held += size;
      if (count > 0 && held > bytes) break;
      count += 1;
    }
    return { rows: count === 0 ? [] : rows(count), isCut: count < sizes.length };
  };
};

export const openReader = (db: Connection): Reader => {
  const whenFree = <T>(work: () => T): Promise<T> => waitUntilFree(db, work);
  const prepare = (where: string, order: string, bytes = PAGE_BYTES) =>
    bounded(db, `FROM events WHERE ${where} ORDER BY ${order} LIMIT ?`, bytes);
  const head = db.prepare('SELECT max(position) FROM events').raw();
  // SQLite stores the highest key ever assigned, since it assigns none twice.
  const given = db.prepare("SELECT seq FROM sqlite_sequence WHERE name = 'events'").raw();
  const streamForwards = prepare('stream = ? AND revision >= ?', 'revision', STREAM_BYTES);
  const streamBackwards = prepare('stream = ? AND revision <= ?', 'revision DESC', STREAM_BYTES);
  const allForwards = prepare('position > ?', 'position');
  const allBackwards = prepare('position < ?', 'position DESC');
  const windows = new Map<number, ReturnType<typeof bounded>>();
  const windowFor = (prefixes: number) => {
    const filter =
      prefixes === 0 ? '' : ` AND (${Array<string>(prefixes).fill('substr(stream, 1, ?) = ?').join(' OR ')})`;
    const statement = windows.get(prefixes) ?? prepare(`position > ? AND position <= ?${filter}`, 'position');
    windows.set(prefixes, statement);
    return statement;
  };
  const lastPosition = (): Position => (head.get() as [number | null] | undefined)?.[0] ?? BEGINNING;

  return {
    head: () => whenFree(lastPosition),
    end: () => whenFree(() => (given.get() as [number] | undefined)?.[0] ?? BEGINNING),

    async *readStream(stream, { from, direction = 'forwards', limit = Number.POSITIVE_INFINITY } = {}) {
      const forwards = direction === 'forwards';
      let next = from ?? (forwards ? 0 : Number.MAX_SAFE_INTEGER);
      for (let left = limit; left > 0;) {
        const wanted = Math.min(PAGE, left);
        // Parsed along with reading, so both count towards the turn's time.
        const { events, isCut } = await whenFree(() => {
          const page = (forwards ? streamForwards : streamBackwards)([stream, next], wanted);
          return { events: page.rows.map(eventOf), isCut: page.isCut };
        });
        yield* events;
        const last = events.at(-1);
        if (last === undefined || (events.length < wanted && !isCut)) return;
        next = last.revision + (forwards ? 1 : -1);
        left -= events.length;
      }
    },

    async *readAll({ from, direction = 'forwards', limit = Number.POSITIVE_INFINITY, withData = true } = {}) {
      const forwards = direction === 'forwards';
      let next = from ?? (forwards ? BEGINNING : Number.MAX_SAFE_INTEGER);
      // Reads up to the current end of the log: a reader must not chase a faster writer.
      const end = forwards ? await whenFree(lastPosition) : Number.MAX_SAFE_INTEGER;
      for (let left = limit; left > 0;) {
        const wanted = Math.min(PAGE, left);
        const { rows, isCut } = await whenFree(() => (forwards ? allForwards : allBackwards)([next], wanted, withData));
        for (const row of rows) {
          if (row[0] > end) return;
          yield eventOf(row);
        }
        const last = rows.at(-1);
        if (last === undefined || (rows.length < wanted && !isCut)) return;
        next = last[0];
        left -= rows.length;
      }
    },

    page: (after, prefixes) =>
      whenFree(() => {
        const last = lastPosition();
        if (last <= after) return { rows: [], end: after };
        const end = Math.min(last, after + WINDOW);
        const filter = prefixes.flatMap((prefix) => [[...prefix].length, prefix]);
        const { rows, isCut } = windowFor(prefixes.length)([after, end, ...filter], WINDOW);
        return { rows, end: isCut ? (rows.at(-1)?.[0] ?? end) : end };
      }),
  };
};
