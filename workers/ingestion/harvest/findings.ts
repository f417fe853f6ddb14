/** Collects the findings of a harvest run, and records those that are not in the log yet. */
import { streamsOf } from '../../../commands/aggregate.ts';
import { appendEvent } from '../../../commands/append.ts';
import type { Caller } from '../../../commands/caller.ts';
import { Refused } from '../../../domain/errors.ts';
import type { FoundUnchanged } from '../../../domain/harvest/events.ts';
import { gatherUnchanged } from '../../../domain/harvest/unchanged.ts';
import type { IngestionDeps } from '../deps.ts';
import { ProviderUnavailable } from '../ports.ts';
import { watchForOutage } from './outage.ts';

const stream = streamsOf('harvest');

/** `caller`: its correlation id is the run's. */
export const openFindings = (deps: IngestionDeps, caller: Caller, signal: AbortSignal) => {
  const gathering = gatherUnchanged();
  const outage = watchForOutage();
  const queued: string[] = [];
  const unchanged = { people: 0, publications: 0 };
  let changed = 0;
  let failed = 0;
  const record = async (data: FoundUnchanged['data'] | null): Promise<void> => {
    if (data === null) return;
    const found: FoundUnchanged = { type: 'FoundUnchanged', data };
    await appendEvent(deps, stream(caller.workspace, caller.correlationId), found, caller);
  };
  return {
    /** `at`: time of the response, epoch ms. Throws `Unavailable`. */
    unchanged: async (kind: 'people' | 'publications', id: string, at: number): Promise<void> => {
      unchanged[kind] += 1;
      await record(gathering.add(kind, id, at));
    },
    changed: (): void => {
      changed += 1;
    },
    queued: (orcids: readonly string[]) => void queued.push(...orcids),
    failed: (what: Readonly<Record<string, string>>, error: unknown): void => {
      if (signal.aborted) return;
      failed += 1;
      if (error instanceof ProviderUnavailable) outage.failed(error);
      const level = error instanceof ProviderUnavailable || error instanceof Refused ? 'warn' : 'error';
      deps.log[level]({ workspace: caller.workspace, ...what, err: error }, 'a harvest could not check a record');
    },
    answered: outage.answered,
    outage: outage.found,
    /** Whether the run was stopped or a provider is down. */
    isOver: () => signal.aborted || outage.found() !== null,
    /** Whether this many more fit into the next event. */
    hasRoomFor: gathering.hasRoomFor,
    /** Records the remaining findings. Throws `Unavailable`. */
    record: () => record(gathering.take()),
    /** iDs with a queued job, and the numbers of unchanged people and publications, of changed publications, and of failures. */
    sum: () => ({ queued: queued as readonly string[], unchanged, changed, failed }),
  };
};
export type Findings = ReturnType<typeof openFindings>;
