/** An event store that writes each event in the newest shape that every living process can read. */
import { Unavailable } from '../domain/errors.ts';
import { broughtBack, type Reshapings } from '../domain/reshaping.ts';
import { isOfLaterRelease, RESHAPINGS } from '../domain/upcast.ts';
import type { LivingReleases } from './living-releases.ts';
import type { EventStore, NewEvent } from './ports.ts';

/** Throws `Unavailable` for an event without such a shape: it can be written once the older releases have stopped. */
export const readableEvents = (
  events: EventStore,
  living: Pick<LivingReleases, 'readable'>,
  reshapings: Reshapings = RESHAPINGS,
): EventStore => ({
  ...events,
  append: async (stream, batch, expected) => {
    const readable = await living.readable();
    const written = batch.map((event): NewEvent => {
      // This release cannot reshape what it does not declare.
      if (!Object.hasOwn(readable, event.type) || isOfLaterRelease(event)) return event;
      const shaped = broughtBack(event, reshapings, readable);
      if (shaped !== null) return shaped;
      throw new Unavailable(
        'this change',
        `a process of an earlier release is still running and cannot read ${event.type}; retry when the upgrade is complete`,
      );
    });
    return events.append(stream, written, expected);
  },
});
