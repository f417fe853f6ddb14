/** What staff have said that the identifiers in a person's lists do not name, as far as the lists would have it so. */
import PQueue from 'p-queue';
import { loadState } from '../../commands/aggregate.ts';
import { identifierAggregate } from '../../commands/identifier.ts';
import type { EventStore } from '../../commands/ports.ts';
import { isWithdrawn } from '../../domain/identifier/identifier.ts';
import { pairsIn, type Pair } from './plan.ts';
import type { ListedWork } from './ports.ts';

const AT_ONCE = 16;

const keyOf = ({ identifier, doi }: Pair): string => `${identifier} ${doi}`;

/** Reads one stream for each identifier of an entry without a DOI that shares a name with one that has it. Throws `Unavailable`. */
export const takenBackIn = async (
  events: EventStore,
  workspace: string,
  listed: readonly ListedWork[],
): Promise<(pair: Pair) => boolean> => {
  const pairs = new Map(pairsIn(listed).map((pair) => [keyOf(pair), pair]));
  const takenBack = new Set<string>();
  const look = async (key: string, { identifier, doi }: Pair): Promise<void> => {
    const { state } = await loadState(events, identifierAggregate, workspace, identifier);
    if (isWithdrawn(state, { doi })) takenBack.add(key);
  };
  await new PQueue({ concurrency: AT_ONCE }).addAll(
    [...pairs].map(
      ([key, pair]) =>
        () =>
          look(key, pair),
    ),
  );
  return (pair) => takenBack.has(keyOf(pair));
};
