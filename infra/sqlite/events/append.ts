/** Group commit: appends that wait at the same time share one transaction, and so one fsync. */
import { WrongExpectedRevision, type Appended, type ExpectedRevision, type NewEvent } from '../../../commands/ports.ts';
import { Unavailable } from '../../../domain/errors.ts';
import { immediately, type Connection } from '../connection/database.ts';

/** Same limit as EventStoreDB: the bytes of data and metadata in one append. */
const MOST_BYTES = 1024 * 1024;
/** Appends that share a transaction: enough to hide the fsync, few enough not to block the event loop. */
const MOST_TOGETHER = 128;

type Line = Pick<NewEvent, 'id' | 'type' | 'schemaVersion'> & { readonly metadata: string; readonly data: string };
type Pending = {
  readonly stream: string;
  readonly expected: ExpectedRevision;
  readonly lines: readonly Line[];
  resolve(appended: Appended): void;
  reject(error: unknown): void;
};
type Outcome = Appended | WrongExpectedRevision;

const lineOf = ({ id, type, schemaVersion, metadata, data }: NewEvent): Line => {
  // JSON.stringify returns undefined for non-JSON values, and throws for a bigint or a cycle.
  const text = JSON.stringify(data) as string | undefined;
  if (text === undefined) throw new TypeError(`the data of ${type} cannot be carried by JSON`);
  return { id, type, schemaVersion, metadata: JSON.stringify(metadata), data: text };
};

const linesOf = (events: readonly NewEvent[]): readonly Line[] => {
  if (events.length === 0) throw new RangeError('an append carries at least one event');
  const lines = events.map(lineOf);
  const bytes = lines.reduce(
    (sum, { data, metadata }) => sum + Buffer.byteLength(data) + Buffer.byteLength(metadata),
    0,
  );
  if (bytes > MOST_BYTES) throw new RangeError(`an append carries at most ${MOST_BYTES} bytes, not ${bytes}`);
  return lines;
};

/** Decides and writes one append inside the transaction; a refused one has written nothing. */
const writer = (db: Connection) => {
  const select = (sql: string) => db.prepare(`SELECT ${sql}`).raw();
  // The stream's last revision and whether the first id is known, in one query: most appends need no other.
  const probe = select(
    '(SELECT revision FROM events WHERE stream = ? ORDER BY revision DESC LIMIT 1), EXISTS (SELECT 1 FROM events WHERE id = ?)',
  );
  const known = select('revision, position, stream FROM events WHERE id = ?');
  const deleted = select('revision FROM deleted_streams WHERE stream = ?');
  const insert = db.prepare(
    'INSERT INTO events (stream, revision, id, type, schema_version, metadata, data) VALUES (?, ?, ?, ?, ?, ?, ?)',
  );
  return ({ stream, expected, lines }: Pending): Outcome => {
    const [actual, repeated] = probe.get(stream, lines[0]?.id ?? '') as [number | null, 0 | 1];
    const wrong = (): WrongExpectedRevision => new WrongExpectedRevision(stream, expected, actual);

    const seen =
      repeated === 0 && lines.length === 1
        ? []
        : lines.map(({ id }) => known.get(id) as [number, number, string] | undefined);
    if (seen.some((row) => row !== undefined)) {
      // A repeated append gets the first answer; ids recorded anywhere else are a mistake.
      const first = seen[0]?.[0] ?? 0;
      const same = seen.every((row, index) => row?.[2] === stream && row[0] === first + index);
      const [revision = 0, position = 0] = seen.at(-1) ?? [];
      return same ? { revision, position } : wrong();
    }
    if (expected !== 'any' && expected !== (actual ?? 'none')) return wrong();

    let revision = actual ?? (deleted.get(stream) as [number] | undefined)?.[0] ?? -1;
    let position = 0;
    for (const { id, type, schemaVersion, metadata, data } of lines) {
      revision += 1;
      position = Number(insert.run(stream, revision, id, type, schemaVersion, metadata, data).lastInsertRowid);
    }
    return { revision, position };
  };
};

/** `committed` is called after each transaction that wrote something. */
export const openAppender = (db: Connection, committed: () => void) => {
  const write = writer(db);
  let waiting: Pending[] = [];
  let running: Promise<void> | null = null;
  let closed = false;

  const commit = async (together: readonly Pending[]): Promise<void> => {
    try {
      const outcomes = await immediately(db, () => together.map(write));
      committed();
      outcomes.forEach((outcome, index) => {
        const pending = together[index];
        if (outcome instanceof WrongExpectedRevision) pending?.reject(outcome);
        else pending?.resolve(outcome);
      });
    } catch (error) {
      for (const pending of together) pending.reject(error);
    }
  };

  const run = async (): Promise<void> => {
    // One turn of the event loop collects the appends of this tick.
    await new Promise(setImmediate);
    while (waiting.length > 0) await commit(waiting.splice(0, MOST_TOGETHER));
    running = null;
  };

  return {
    append: (stream: string, events: readonly NewEvent[], expected: ExpectedRevision): Promise<Appended> =>
      new Promise((resolve, reject) => {
        if (closed) throw new Unavailable('event store', 'closed');
        waiting.push({ stream, expected, lines: linesOf(events), resolve, reject });
        running ??= run();
      }),
    /** Resolves when nothing is waiting; refuses later appends. */
    drain: async (): Promise<void> => {
      closed = true;
      await running;
      waiting = [];
    },
  };
};
