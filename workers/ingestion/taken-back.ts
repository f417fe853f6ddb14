/** What staff have said that the identifiers in a person's lists do not name, as far as the lists would have it so. */
import PQueue from 'p-queue';
import type { EventStore } from '../../commands/ports.ts';
import { isTakenBack } from '../../commands/work-identity/taken-back.ts';
import { pairsIn, type Pair } from './plan.ts';
import type { ListedWork } from './ports.ts';

const AT_ONCE = 16;

const keyOf = ({ identifier, doi }: Pair): string => `${identifier} ${doi}`;

/** Reads one stream for each identifier that one entry has with a DOI and another without. Throws `Unavailable`. */
export const takenBackIn = async (
  events: EventStore,
  workspace: string,
  listed: readonly ListedWork[],
): Promise<(pair: Pair) => boolean> => {
  const pairs = new Map(pairsIn(listed).map((pair) => [keyOf(pair), pair]));
  const found = await new PQueue({ concurrency: AT_ONCE }).addAll(
    [...pairs].map(
      ([key, { identifier, doi }]) =>
        async () =>
          (await isTakenBack(events, workspace, identifier, doi)) ? [key] : [],
    ),
  );
  const keys = new Set(found.flat());
  return (pair) => keys.has(keyOf(pair));
};
