/** How far each projection is behind the log. */
import type { EventStore } from '../../commands/ports.ts';
import { BEGINNING, type Position } from '../../domain/event.ts';
import { projectionKey, type Projection } from '../../projections/define.ts';
import type { ReadModels } from '../../projections/ports.ts';

export type ProjectionLag = {
  readonly name: string;
  readonly version: number;
  /** `absent`: nobody has begun to fill it. */
  readonly phase: 'absent' | 'filling' | 'live';
  readonly position: Position;
  /** Of the last event in the log; a position is no count of events. */
  readonly head: Position;
  readonly caughtUp: boolean;
};

export const projectionLags = async (
  deps: { readonly events: EventStore; readonly readModels: ReadModels },
  projections: readonly Projection[],
): Promise<readonly ProjectionLag[]> => {
  const head = await deps.events.head();
  return Promise.all(
    projections.map(async (projection) => {
      const checkpoint = await deps.readModels.checkpoint(projectionKey(projection));
      const position = checkpoint?.position ?? BEGINNING;
      const { name, version } = projection;
      return {
        name,
        version,
        phase: checkpoint?.phase ?? 'absent',
        position,
        head,
        caughtUp: checkpoint?.phase === 'live' && position >= head,
      };
    }),
  );
};
