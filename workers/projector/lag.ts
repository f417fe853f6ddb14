/** How far projections are behind the log. */
import type { Clock, EventStore } from '../../commands/ports.ts';
import type { Position } from '../../domain/event.ts';
import type { Projection } from '../../projections/define.ts';
import type { ReadModels } from '../../projections/ports.ts';
import { projectionState, type Phase } from './state.ts';

export type ProjectionLag = {
  readonly name: string;
  readonly version: number;
  readonly phase: Phase;
  readonly position: Position;
  /** Of the last event in the log. */
  readonly head: Position;
  /** 0 when caught up, else null: positions are not dense, so their distance is no number of events. */
  readonly lagEvents: 0 | null;
  /** Age of the oldest event that is not projected yet, milliseconds; 0 when there is none. */
  readonly lagMs: number;
};

export type LagDeps = {
  readonly events: Pick<EventStore, 'head' | 'readAll'>;
  readonly readModels: Pick<ReadModels, 'checkpoint'>;
  readonly projections: readonly Projection[];
  readonly clock: Clock;
};

/** Throws `Unavailable`. */
export const projectionLag = async (deps: LagDeps): Promise<readonly ProjectionLag[]> => {
  const { events, readModels, projections, clock } = deps;
  const head = await events.head();
  const ages = new Map<Position, Promise<number>>();
  const ageAfter = async (position: Position): Promise<number> => {
    if (position >= head) return 0;
    for await (const { metadata } of events.readAll({ from: position, limit: 1 }))
      return Math.max(0, clock.now() - metadata.at);
    return 0;
  };
  const age = (position: Position): Promise<number> => {
    const asked = ages.get(position) ?? ageAfter(position);
    ages.set(position, asked);
    return asked;
  };
  return Promise.all(
    projections.map(async (projection) => {
      const { phase, position } = await projectionState(readModels, projection);
      const { name, version } = projection;
      return {
        name,
        version,
        phase,
        position,
        head,
        lagEvents: position >= head ? 0 : null,
        lagMs: await age(position),
      };
    }),
  );
};
