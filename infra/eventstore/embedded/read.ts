/** Reads of the log and of streams, page by page, so that no call holds up the event loop. */
import type { ReadAllOptions, ReadStreamOptions } from '../../../commands/ports.ts';
import { BEGINNING, type Position, type Recorded } from '../../../domain/event.ts';
import { patiently, type Connection } from '../../embedded/database.ts';
import { eventOf, type EventRow } from './event-row.ts';
import { COLUMNS } from './schema.ts';

/** Rows a call: some milliseconds of reading and parsing. */
const PAGE = 256;

export type Reader = {
  head(): Promise<Position>;
  readStream(stream: string, options?: ReadStreamOptions): AsyncGenerator<Recorded>;
  readAll(options?: ReadAllOptions): AsyncGenerator<Recorded>;
  /** One page of the log after a position, and how far it looked: streams that begin otherwise are passed over. */
  readonly page: (
    after: Position,
    prefixes: readonly string[],
  ) => Promise<{ readonly rows: readonly EventRow[]; readonly end: Position }>;
};

/** Rows of the log as the filter of a subscription wants them; a bounded window, so that a rare prefix is no long scan. */
const WINDOW = 1024;

export const openReader = (db: Connection): Reader => {
  const asked = <T>(work: () => T): Promise<T> => patiently(db, 'event store', work);
  const prepare = (where: string, order: string) =>
    db.prepare(`SELECT ${COLUMNS} FROM events WHERE ${where} ORDER BY ${order} LIMIT ?`).raw();
  const head = db.prepare('SELECT max(position) FROM events').raw();
  const streamForwards = prepare('stream = ? AND revision >= ?', 'revision');
  const streamBackwards = prepare('stream = ? AND revision <= ?', 'revision DESC');
  const allForwards = prepare('position > ?', 'position');
  const allBackwards = prepare('position < ?', 'position DESC');
  const windows = new Map<number, ReturnType<typeof prepare>>();
  const windowFor = (prefixes: number): ReturnType<typeof prepare> => {
    const filter =
      prefixes === 0 ? '' : ` AND (${Array<string>(prefixes).fill('substr(stream, 1, ?) = ?').join(' OR ')})`;
    const statement = windows.get(prefixes) ?? prepare(`position > ? AND position <= ?${filter}`, 'position');
    windows.set(prefixes, statement);
    return statement;
  };
  const lastPosition = (): Position => (head.get() as [number | null] | undefined)?.[0] ?? BEGINNING;

  return {
    head: () => asked(lastPosition),

    async *readStream(stream, { from, direction = 'forwards', limit = Number.POSITIVE_INFINITY } = {}) {
      const forwards = direction === 'forwards';
      let next = from ?? (forwards ? 0 : Number.MAX_SAFE_INTEGER);
      for (let left = limit; left > 0;) {
        const wanted = Math.min(PAGE, left);
        const rows = await asked(
          () => (forwards ? streamForwards : streamBackwards).all(stream, next, wanted) as unknown as EventRow[],
        );
        for (const row of rows) yield eventOf(row);
        const last = rows.at(-1);
        if (last === undefined || rows.length < wanted) return;
        next = last[2] + (forwards ? 1 : -1);
        left -= rows.length;
      }
    },

    async *readAll({ from, direction = 'forwards', limit = Number.POSITIVE_INFINITY } = {}) {
      const forwards = direction === 'forwards';
      let next = from ?? (forwards ? BEGINNING : Number.MAX_SAFE_INTEGER);
      // The end is where the log ends now: a reader must not chase a writer that is faster.
      const end = forwards ? await asked(lastPosition) : Number.MAX_SAFE_INTEGER;
      for (let left = limit; left > 0;) {
        const wanted = Math.min(PAGE, left);
        const rows = await asked(
          () => (forwards ? allForwards : allBackwards).all(next, wanted) as unknown as EventRow[],
        );
        for (const row of rows) {
          if (row[0] > end) return;
          yield eventOf(row);
        }
        const last = rows.at(-1);
        if (last === undefined || rows.length < wanted) return;
        next = last[0];
        left -= rows.length;
      }
    },

    page: (after, prefixes) =>
      asked(() => {
        const last = lastPosition();
        if (last <= after) return { rows: [], end: after };
        const end = Math.min(last, after + WINDOW);
        const filter = prefixes.flatMap((prefix) => [[...prefix].length, prefix]);
        const rows = windowFor(prefixes.length).all(after, end, ...filter, WINDOW) as unknown as EventRow[];
        return { rows, end };
      }),
  };
};
