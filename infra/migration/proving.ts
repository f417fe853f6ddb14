/** Verifies that two logs are equal, event by event in log order, which needs no list of streams in memory. */
import { createHash } from 'node:crypto';
import type { EventStore } from '../../commands/ports.ts';
import { canonicalJson } from '../../domain/canonical-json.ts';
import { personAggregate } from '../../commands/person.ts';
import { Refused } from '../../domain/errors.ts';
import type { Position, Recorded } from '../../domain/event.ts';
import type { RecordedEvent } from '../../domain/events.ts';
import { withoutPositions } from './positions.ts';

export type Proof = {
  readonly events: number;
  readonly streams: number;
  /** SHA-256, base64, over the compared content of all events in log order. */
  readonly checksum: string;
};

/** The compared content of an event: excludes revision and position, which each store assigns itself. */
const contentOf = async (event: Recorded): Promise<string> => {
  const { id, type, schemaVersion, metadata, stream } = event;
  return canonicalJson({ stream, id, type, schemaVersion, metadata, data: await withoutPositions(event) });
};

const nameOf = ({ stream, revision }: Recorded): string => `${stream}@${revision}`;

const differing = (where: string): Refused =>
  new Refused(
    'conflict',
    'not_the_same',
    `the logs differ from ${where} on; nothing was switched. If a person was erased meanwhile, run the command again`,
  );

/** Compares the source up to a position with the whole target. Throws `Refused` at the first difference. */
export const prove = async (
  source: EventStore,
  target: EventStore,
  upTo: Position,
  seen: (event: Recorded) => void,
): Promise<Proof> => {
  const hash = createHash('sha256');
  const copies = target.readAll()[Symbol.asyncIterator]();
  const erased = new Set<string>();
  let [events, streams] = [0, 0];
  try {
    for await (const event of source.readAll()) {
      if (event.position > upTo) break;
      const copy = await copies.next();
      const text = await contentOf(event);
      if (copy.done === true || text !== (await contentOf(copy.value))) throw differing(nameOf(event));
      hash.update(text);
      events += 1;
      const { type, data, metadata } = event as RecordedEvent;
      if (erased.delete(event.stream) || event.revision === 0) streams += 1;
      // A stream that begins again continues its revisions.
      if (type === 'PersonErased') erased.add(personAggregate.stream(metadata.workspace, data.orcid));
      seen(event);
    }
    const surplus = await copies.next();
    if (surplus.done !== true) throw differing(nameOf(surplus.value));
  } finally {
    await copies.return?.();
  }
  return { events, streams, checksum: hash.digest('base64') };
};
