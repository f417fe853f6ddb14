/** What every stream of a log comes to: how many events, and a checksum over all that they say. */
import { createHash } from 'node:crypto';
import type { EventStore } from '../../commands/ports.ts';
import { canonicalJson } from '../../domain/canonical-json.ts';
import type { Position, Recorded } from '../../domain/event.ts';
import { withoutPositions } from './positions.ts';

export type Sum = { readonly count: number; readonly digest: string };

/** The event after those before it; not where it stands, which each store numbers for itself. */
const after = async (before: Sum | undefined, event: Recorded): Promise<Sum> => {
  const { id, type, schemaVersion, metadata } = event;
  const said = canonicalJson({ id, type, schemaVersion, metadata, data: await withoutPositions(event) });
  const digest = createHash('sha256').update(before?.digest ?? '').update(said).digest('base64'); // prettier-ignore
  return { count: (before?.count ?? 0) + 1, digest };
};

/** By stream, of the events up to a position. `seen` is told of each. */
export const sumsOf = async (
  store: EventStore,
  upTo: Position,
  seen: (event: Recorded) => void,
): Promise<ReadonlyMap<string, Sum>> => {
  const sums = new Map<string, Sum>();
  for await (const event of store.readAll()) {
    if (event.position > upTo) break;
    sums.set(event.stream, await after(sums.get(event.stream), event));
    seen(event);
  }
  return sums;
};

/** Streams that are not the same in both. */
export const differences = (a: ReadonlyMap<string, Sum>, b: ReadonlyMap<string, Sum>): readonly string[] =>
  [...new Set([...a.keys(), ...b.keys()])].filter((stream) => {
    const [one, other] = [a.get(stream), b.get(stream)];
    return one?.count !== other?.count || one?.digest !== other?.digest;
  });
