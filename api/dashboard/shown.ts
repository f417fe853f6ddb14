/** Answering a write only when the listing it came from shows it: bounded, and honest when the bound is reached. */
import type { Position } from '../../domain/event.ts';
import type { Projection } from '../../projections/define.ts';
import type { ReadModels } from '../../projections/ports.ts';
import { waitForPosition } from '../../projections/queries/position.ts';

/** Rows usually follow within 20 ms. */
const WAIT_MS = 3_000;

/** Says that the write is on record, and that listings do not show it yet. */
export const PENDING_HEADER = 'X-Colophon-Pending';

/** The headers to answer with: none if the projections show the position. */
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
