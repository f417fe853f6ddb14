/** How far an earlier run came: what the target holds must be the beginning of the log, event by event, or it is not ours. */
import type { EventStore } from '../../commands/ports.ts';
import { Refused } from '../../domain/errors.ts';
import { BEGINNING, type Position, type Recorded, type Revision } from '../../domain/event.ts';
import type { RecordedEvent } from '../../domain/events.ts';

export type Begun = {
  /** Of the last event of the source that the target has. */
  readonly position: Position;
  readonly events: number;
  /** The last revision of each stream in the target. */
  readonly revisions: Map<string, Revision>;
  /** Streams that have been deleted at the source since they were moved. */
  readonly deletedSince: ReadonlySet<string>;
};

const erasedEvents = async (source: EventStore): Promise<ReadonlySet<string>> => {
  const ids = new Set<string>();
  for await (const recorded of source.readAll()) {
    const event = recorded as RecordedEvent;
    if (event.type === 'PersonErased') for (const { id } of event.data.past) ids.add(id);
  }
  return ids;
};

/** Throws `Refused` if the target holds an event that this log does not have at this place. */
export const compare = async (
  source: EventStore,
  target: EventStore,
  seen: (event: Recorded) => void,
): Promise<Begun> => {
  const revisions = new Map<string, Revision>();
  const deletedSince = new Set<string>();
  let [position, events] = [BEGINNING, 0];
  let erased: ReadonlySet<string> | null = null;
  const log = source.readAll()[Symbol.asyncIterator]();
  try {
    let next = await log.next();
    for await (const moved of target.readAll()) {
      const known = next.done === true ? null : next.value;
      if (known?.id === moved.id && known.stream === moved.stream) {
        revisions.set(moved.stream, moved.revision);
        ({ position } = known);
        events += 1;
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
  return { position, events, revisions, deletedSince };
};
