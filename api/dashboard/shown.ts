/** Answering a write only when the listing it came from shows it: bounded, and honest when the bound is reached. */
import type { EventStore } from '../../commands/ports.ts';
import type { Position } from '../../domain/event.ts';
import type { Projection } from '../../projections/define.ts';
import type { ReadModels } from '../../projections/ports.ts';
import { waitForPosition } from '../../projections/queries/position.ts';
import { HttpFailure } from '../http/errors.ts';

/** Rows usually follow within 20 ms. */
const WAIT_MS = 3_000;
/** Behind a harvest that writes thousands of events a second, they follow within seconds. */
const CATCH_UP_MS = 10_000;

/** Says that the write is on record, and that listings do not show it yet. */
export const PENDING_HEADER = 'X-Colophon-Pending';

/**
 * The headers to answer with: none if the projections show the position. It is that of what now holds, also when this request
 * changed nothing: it may be the repetition of one whose answer was lost.
 */
export const shownBy = async (
  readModels: ReadModels,
  projections: readonly Projection[],
  position: Position | null,
  signal: AbortSignal,
): Promise<Readonly<Record<string, string>>> => {
  if (position === null) return {};
  const shown = await waitForPosition(readModels, projections, position, { timeoutMs: WAIT_MS, signal });
  return shown ? {} : { [PENDING_HEADER]: projections.map(({ name }) => name).join(', ') };
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
