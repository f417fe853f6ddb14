/** Finds where an earlier run stopped: the target must hold a prefix of the log, event by event, or it is rejected. */
import type { EventStore } from '../../commands/ports.ts';
import { Refused } from '../../domain/errors.ts';
import { BEGINNING, type Recorded } from '../../domain/event.ts';
import type { RecordedEvent } from '../../domain/events.ts';

/** By stream: revision in the target minus revision in the source, where a stream was deleted and recreated in one of them. */
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
 * Returns the `position` of the last source event in the target, and `deletedSince`: streams deleted in the source since they were
 * moved. Throws `Refused` if the target holds an event that the source does not have in the same place.
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
          `the target holds events of another log (${moved.stream}@${moved.revision}): name an empty server`,
        );
      deletedSince.add(moved.stream);
    }
  } finally {
    await log.return?.();
  }
  return { position, offsets, deletedSince };
};
