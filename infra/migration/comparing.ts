/** How far an earlier run came: what the target holds must be the beginning of the log, event by event, or it is not ours. */
import type { EventStore } from '../../commands/ports.ts';
import { Refused } from '../../domain/errors.ts';
import { BEGINNING, type Recorded } from '../../domain/event.ts';
import type { RecordedEvent } from '../../domain/events.ts';

/** By how much revisions in the target are above those here, where a stream was deleted there and begun again. */
export type Offsets = Map<string, number>;

const erasedEvents = async (source: EventStore): Promise<ReadonlySet<string>> => {
  const ids = new Set<string>();
  for await (const recorded of source.readAll()) {
    const event = recorded as RecordedEvent;
    if (event.type === 'PersonErased') for (const { id } of event.data.past) ids.add(id);
  }
  return ids;
};

/**
 * `position`: of the last event of the source that the target has. `deletedSince`: streams that have been deleted at the source
 * since they were moved. Throws `Refused` if the target holds an event that this log does not have at this place.
 */
export const compare = async (source: EventStore, target: EventStore, seen: (event: Recorded) => void) => {
  const offsets: Offsets = new Map();
  const deletedSince = new Set<string>();
  let position = BEGINNING;
  let erased: ReadonlySet<string> | null = null;
  const log = source.readAll()[Symbol.asyncIterator]();
  try {
    let next = await log.next();
    for await (const moved of target.readAll()) {
      const known = next.done === true ? null : next.value;
      if (known?.id === moved.id && known.stream === moved.stream) {
        if (moved.revision !== known.revision) offsets.set(moved.stream, moved.revision - known.revision);
        ({ position } = known);
        seen(known);
        next = await log.next();
        continue;
      }
      erased ??= await erasedEvents(source);
      if (!erased.has(moved.id))
        throw new Refused(
          'conflict',
          'not_empty',
          `the target holds what is not this log (${moved.stream}@${moved.revision}): name an empty server`,
        );
      deletedSince.add(moved.stream);
    }
  } finally {
    await log.return?.();
  }
  return { position, offsets, deletedSince };
};
