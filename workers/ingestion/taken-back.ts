/** Finds identifiers that staff have taken back from publications, among those in a person's lists. */
import PQueue from 'p-queue';
import { loadState } from '../../commands/aggregate.ts';
import { identifierAggregate } from '../../commands/aggregates.ts';
import type { EventStore } from '../../commands/ports.ts';
import { idOf } from '../../domain/identifier/identifier.ts';
import { identifiersToCheck, type Pair } from './plan.ts';
import type { ListedWork } from './ports.ts';

const MAX_CONCURRENT = 16;

/** Reads the stream of each identifier that would merge an entry without a DOI into a publication. Throws `Unavailable`. */
export const takenBackIn = async (events: EventStore, workspace: string, listed: readonly ListedWork[]) => {
  const takenBack = new Map<string, ReadonlySet<string>>();
  const look = async (identifier: string): Promise<void> => {
    const { withdrawn } = (await loadState(events, identifierAggregate, workspace, identifier)).state;
    if (withdrawn.length > 0) takenBack.set(identifier, new Set(withdrawn.map(({ to }) => idOf(to))));
  };
  const looks = [...identifiersToCheck(listed)].map((identifier) => () => look(identifier));
  await new PQueue({ concurrency: MAX_CONCURRENT }).addAll(looks);
  return ({ identifier, doi }: Pair): boolean => takenBack.get(identifier)?.has(doi) === true;
};
