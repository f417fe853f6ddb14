/** Answering a write when the listings show it: after a bounded wait, and as pending where they do not show it by then. */
import type { EventStore, Log } from '../../commands/ports.ts';
import { Unavailable } from '../../domain/errors.ts';
import type { Position, Revision } from '../../domain/event.ts';
import type { Projection } from '../../projections/define.ts';
import type { ReadModels } from '../../projections/ports.ts';
import { waitForPosition } from '../../projections/queries/position.ts';
import { HttpFailure } from './errors.ts';
import { tagOfRevision } from './etag.ts';

type Rows = { readonly readModels: ReadModels; readonly log: Log };

/** Where a write is on record. With a revision, the answer has the record's new tag. */
export type Written = { readonly position: Position | null; readonly revision?: Revision | null };

type Headers = Readonly<Record<string, string>>;

/** Rows usually follow within 20 ms. */
const WAIT_MS = 3_000;
/** Behind a harvest that writes thousands of events a second, they follow within seconds. */
const CATCH_UP_MS = 10_000;

/** Says that the write is on record, and that listings do not show it yet. */
const PENDING_HEADER = 'X-Colophon-Pending';
/** Where on record it is, by which a client can ask when they do. */
const POSITION_HEADER = 'X-Colophon-Position';

const pending = (projections: readonly Projection[], position: Position | null): Headers => ({
  [PENDING_HEADER]: projections.map(({ name }) => name).join(', '),
  ...(position !== null && { [POSITION_HEADER]: String(position) }),
});

export const isPending = (headers: Headers): boolean => Object.hasOwn(headers, PENDING_HEADER);

/** A write that is on record has not failed, even if its rows cannot be read: then the result is `otherwise`. */
const unlessAway = async <T>({ log }: Rows, reading: Promise<T>, otherwise: T): Promise<T> => {
  try {
    return await reading;
  } catch (error) {
    if (!(error instanceof Unavailable)) throw error;
    log.warn({ what: error.what, err: error }, 'a write is on record, but its rows cannot be read');
    return otherwise;
  }
};

/**
 * The headers to answer a write with. Its position is that of what now holds, also when this request changed nothing: it may be
 * the repetition of one whose answer was lost.
 */
export const waitUntilVisible = async (
  rows: Rows,
  projections: readonly Projection[],
  { position, revision = null }: Written,
  signal: AbortSignal,
): Promise<Headers> => {
  const tag = revision === null ? {} : { ETag: tagOfRevision(revision) };
  if (position === null) return tag;
  const wait = waitForPosition(rows.readModels, projections, position, { timeoutMs: WAIT_MS, signal });
  return (await unlessAway(rows, wait, false)) ? tag : { ...tag, ...pending(projections, position) };
};

/** What the rows say after a write, and the headers to answer with; null where they do not know of it or cannot be read. */
export const readBack = async <T>(
  rows: Rows,
  projections: readonly Projection[],
  written: Written,
  signal: AbortSignal,
  read: () => Promise<T | null>,
): Promise<{ readonly found: T | null; readonly headers: Headers }> => {
  const headers = await waitUntilVisible(rows, projections, written, signal);
  const reading = read().then((found) => ({ found, headers }));
  return unlessAway(rows, reading, { found: null, headers: { ...headers, ...pending(projections, written.position) } });
};

/**
 * Resolves when the rows show all that is on record now. What is decided for everything that is listed must not be decided
 * from rows that are behind, or are still being built: it would pass over what they lack. Throws a 503.
 */
export const caughtUp = async (
  { events, readModels }: { readonly events: EventStore; readonly readModels: ReadModels },
  projections: readonly Projection[],
  signal: AbortSignal,
): Promise<void> => {
  const head = await events.head();
  if (!(await waitForPosition(readModels, projections, head, { timeoutMs: CATCH_UP_MS, signal })))
    throw new HttpFailure(503, 'listings do not show all that is on record yet', null, { 'Retry-After': '10' });
};
