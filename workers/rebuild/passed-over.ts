/** Rows that passed over what an earlier release could not read: by one that can, they are made again beside. */
import type { EventStore } from '../../commands/ports.ts';
import type { Position } from '../../domain/event.ts';
import { isOfLaterRelease } from '../../domain/upcast.ts';
import { projectionKey, type Projection } from '../../projections/define.ts';
import { generationOf, servingGeneration } from '../../projections/generations.ts';
import { poisonEvents } from '../projector/index.ts';
import { askRebuild, type AskDeps } from './ask.ts';
import { readOrders } from './orders.ts';

export type PassedOverDeps = AskDeps & {
  readonly events: Pick<EventStore, 'readAll'>;
  readonly projections: readonly Projection[];
};

const MOST = 10_000;
/** What was passed over for being of a later release is recorded with this error. */
const LATER_RELEASE = 'LaterRelease';

const canBeReadNow = async ({ events }: PassedOverDeps, position: Position, id: unknown): Promise<boolean> => {
  for await (const event of events.readAll({ from: position - 1, limit: 1 }))
    return event.id === id && !isOfLaterRelease(event);
  return false;
};

/** To be called before any of the projections run. Throws `Unavailable`. */
export const orderWhatPassedOver = async (deps: PassedOverDeps): Promise<void> => {
  const { readModels, state, projections } = deps;
  const { paused } = await readOrders(state);
  for (const projection of projections) {
    if (paused.has(projection.name)) continue;
    const serving = generationOf(projection, await servingGeneration(readModels, projection));
    const skipped = await readModels.find(poisonEvents, {
      where: { all: [{ field: 'projection', eq: projectionKey(serving) }] },
      limit: MOST,
    });
    for (const { position, error, eventId } of skipped)
      if (error === LATER_RELEASE && (await canBeReadNow(deps, position, eventId))) {
        await askRebuild(deps, [projection]);
        break;
      }
  }
};
