/** Delays the answer to a write until the listings show it, for a bounded time; after that, marks it as pending. */
import type { EventStore, Log } from '../../commands/ports.ts';
import { Unavailable } from '../../domain/errors.ts';
import type { Position, Revision } from '../../domain/event.ts';
import type { Projection } from '../../projections/define.ts';
import type { ReadModels } from '../../projections/ports.ts';
import { waitForPosition } from '../../projections/queries/position.ts';
import { HttpFailure } from './errors.ts';
import { tagOfRevision } from './etag.ts';

/** How long the answer to a write waits for the rows, in milliseconds; default: `VISIBLE_WITHIN_MS`. */
export type VisibleWithin = { readonly visibleWithinMs?: number };

type Rows = VisibleWithin & { readonly readModels: ReadModels; readonly log: Log };

/** The position of a write in the log. With a revision, the answer has the record's new ETag. */
export type Written = { readonly position: Position | null; readonly revision?: Revision | null };

type Headers = Readonly<Record<string, string>>;

/** Rows usually catch up within 20 ms. */
const VISIBLE_WITHIN_MS = 3_000;
/** During a harvest that writes thousands of events a second, rows catch up within seconds. */
const CATCH_UP_MS = 10_000;

/** The write is in the log, but the listings of these projections do not show it yet. */
const PENDING_HEADER = 'X-Colophon-Pending';
/** The write's position in the log, with which a client can poll until they do. */
const POSITION_HEADER = 'X-Colophon-Position';

const pending = (projections: readonly Projection[], position: Position | null): Headers => ({
  [PENDING_HEADER]: projections.map(({ name }) => name).join(', '),
  ...(position !== null && { [POSITION_HEADER]: String(position) }),
});

export const isPending = (headers: Headers): boolean => Object.hasOwn(headers, PENDING_HEADER);

/** Returns `otherwise` if the rows are unavailable: the write itself has succeeded. */
const unlessUnavailable = async <T>({ log }: Rows, reading: Promise<T>, otherwise: T): Promise<T> => {
  try {
    return await reading;
  } catch (error) {
    if (!(error instanceof Unavailable)) throw error;
    log.warn({ what: error.what, err: error }, 'a write was recorded, but its rows cannot be read');
    return otherwise;
  }
};

/**
 * Waits for the rows, and returns the headers of the answer to a write. The position is that of the current state even if this request
 * changed nothing: it may repeat one whose answer was lost.
 */
export const waitUntilVisible = async (
  rows: Rows,
  projections: readonly Projection[],
  { position, revision = null }: Written,
  signal: AbortSignal,
): Promise<Headers> => {
  const tag: Headers = revision === null ? {} : { ETag: tagOfRevision(revision) };
  if (position === null) return tag;
  const { readModels, visibleWithinMs: timeoutMs = VISIBLE_WITHIN_MS } = rows;
  const wait = waitForPosition(readModels, projections, position, { timeoutMs, signal });
  return (await unlessUnavailable(rows, wait, false)) ? tag : { ...tag, ...pending(projections, position) };
};

/**
 * Reads the record back after a write, with the headers of the answer; `found` is null if the rows lack it, are unavailable, or are
 * behind. `orBefore`: reads them even if they are behind.
 */
export const readBack = async <T>(
  rows: Rows,
  projections: readonly Projection[],
  written: Written,
  signal: AbortSignal,
  read: () => Promise<T | null>,
  { orBefore = false }: { readonly orBefore?: boolean } = {},
): Promise<{ readonly found: T | null; readonly headers: Headers }> => {
  const headers = await waitUntilVisible(rows, projections, written, signal);
  if (isPending(headers) && !orBefore) return { found: null, headers };
  const reading = read().then((found) => ({ found, headers }));
  return unlessUnavailable(rows, reading, {
    found: null,
    headers: { ...headers, ...pending(projections, written.position) },
  });
};

/**
 * Resolves when the rows show everything that is in the log now, for operations on all listed items: lagging or unfinished rows would
 * lack some of them. Throws a 503 if the rows do not catch up in time.
 */
export const waitUntilCaughtUp = async (
  { events, readModels }: { readonly events: EventStore; readonly readModels: ReadModels },
  projections: readonly Projection[],
  signal: AbortSignal,
): Promise<void> => {
  const head = await events.head();
  if (!(await waitForPosition(readModels, projections, head, { timeoutMs: CATCH_UP_MS, signal })))
    throw new HttpFailure(503, 'the listings have not caught up with recent changes yet', null, {
      'Retry-After': '10',
    });
};
