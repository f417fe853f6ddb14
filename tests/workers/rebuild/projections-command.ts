/** Runs `colophon projections` as a process over a place, and returns how it ended. */
import { colophon, type Ended } from '../../support/program.ts';
import type { Place } from '../../support/stores.ts';

export const projectionsCommand = (place: Place, ...args: readonly string[]): Promise<Ended> =>
  colophon(place.env, ['projections', ...args]).ended;
