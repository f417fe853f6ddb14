/** Proving that two logs say the same: gone through side by side, event by event, so that no list of streams is held. */
import { createHash } from 'node:crypto';
import type { EventStore } from '../../commands/ports.ts';
import { canonicalJson } from '../../domain/canonical-json.ts';
import { Refused } from '../../domain/errors.ts';
import type { Position, Recorded } from '../../domain/event.ts';
import { withoutPositions } from './positions.ts';

export type Proof = {
  readonly events: number;
  readonly streams: number;
  /** SHA-256, base64, over all that the log says, in its order. */
  readonly checksum: string;
};

/** What an event says, and of which stream; not where it stands, which each store numbers for itself. */
const said = async (event: Recorded): Promise<string> => {
  const { id, type, schemaVersion, metadata, stream } = event;
  return canonicalJson({ stream, id, type, schemaVersion, metadata, data: await withoutPositions(event) });
};

const nameOf = ({ stream, revision }: Recorded): string => `${stream}@${revision}`;

const differing = (where: string): Refused =>
  new Refused(
    'conflict',
    'not_the_same',
    `the logs are not the same from ${where} on; nothing was switched. If somebody was erased meanwhile, run it again`,
  );

/**
 * Of the source's events up to a position, which must be all that the target has: in the same order, so in each stream
 * as many, and each of them saying the same. Throws `Refused` where they begin to differ. Calls `seen` with each.
 */
export const prove = async (
  source: EventStore,
  target: EventStore,
  upTo: Position,
  seen: (event: Recorded) => void,
): Promise<Proof> => {
  const hash = createHash('sha256');
  const copies = target.readAll()[Symbol.asyncIterator]();
  let [events, streams] = [0, 0];
  try {
    for await (const event of source.readAll()) {
      if (event.position > upTo) break;
      const copy = await copies.next();
      const text = await said(event);
      if (copy.done === true || text !== (await said(copy.value))) throw differing(nameOf(event));
      hash.update(text);
      events += 1;
      // The file numbers each stream from 0, also one that was begun again.
      if (event.revision === 0) streams += 1;
      seen(event);
    }
    const surplus = await copies.next();
    if (surplus.done !== true) throw differing(nameOf(surplus.value));
  } finally {
    await copies.return?.();
  }
  return { events, streams, checksum: hash.digest('base64') };
};
