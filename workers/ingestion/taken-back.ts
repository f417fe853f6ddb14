/** Which publications staff have said that identifiers do not name, of those that a person's lists would give them to. */
import PQueue from 'p-queue';
import { loadState } from '../../commands/aggregate.ts';
import { identifierAggregate } from '../../commands/identifier.ts';
import type { EventStore } from '../../commands/ports.ts';
import { idOf } from '../../domain/identifier/identifier.ts';
import { identifiersToCheck, type Pair } from './plan.ts';
import type { ListedWork } from './ports.ts';

const AT_ONCE = 16;

/** Reads the stream of each identifier that would join an entry without a DOI to a publication. Throws `Unavailable`. */
export const takenBackIn = async (
  events: EventStore,
  workspace: string,
  listed: readonly ListedWork[],
): Promise<(pair: Pair) => boolean> => {
  const takenBack = new Map<string, ReadonlySet<string>>();
  const look = async (identifier: string): Promise<void> => {
    const { withdrawn } = (await loadState(events, identifierAggregate, workspace, identifier)).state;
    if (withdrawn.length > 0) takenBack.set(identifier, new Set(withdrawn.map(({ to }) => idOf(to))));
  };
  const looks = [...identifiersToCheck(listed)].map((identifier) => () => look(identifier));
  await new PQueue({ concurrency: AT_ONCE }).addAll(looks);
  return ({ identifier, doi }) => takenBack.get(identifier)?.has(doi) === true;
};
