/** An event store to which each event is written in the newest of its shapes that every process that is alive can read. */
import { Unavailable } from '../domain/errors.ts';
import { broughtBack, type Reshapings } from '../domain/reshaping.ts';
import { isOfLaterRelease, RESHAPINGS } from '../domain/upcast.ts';
import type { LivingReleases } from './living-releases.ts';
import type { EventStore, NewEvent } from './ports.ts';

/** Throws `Unavailable` for what has no such shape: it can be written as soon as the older releases have ended. */
export const readableEvents = (
  events: EventStore,
  living: Pick<LivingReleases, 'readable'>,
  reshapings: Reshapings = RESHAPINGS,
): EventStore => ({
  ...events,
  append: async (stream, batch, expected) => {
    const readable = await living.readable();
    const written = batch.map((event): NewEvent => {
      // What this release does not declare is not its own to shape.
      if (!Object.hasOwn(readable, event.type) || isOfLaterRelease(event)) return event;
      const shaped = broughtBack(event, reshapings, readable);
      if (shaped !== null) return shaped;
      throw new Unavailable(
        'this change',
        `an earlier release runs that cannot read ${event.type}; it ends with the upgrade`,
      );
    });
    return events.append(stream, written, expected);
  },
});
