/** What a run has found so far: what it came to, and what of it is not on record yet. */
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

/** `caller` is the run's: its correlation names the run. */
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
    /** As it was; `at` is the time of the answer, epoch ms. Throws `Unavailable`. */
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
      deps.log[level]({ workspace: caller.workspace, ...what, err: error }, 'a harvest could not look');
    },
    answered: outage.answered,
    outage: outage.found,
    /** No more is to be asked: the run was stopped, or a provider is down. */
    isOver: () => signal.aborted || outage.found() !== null,
    /** Whether so many more fit into the next event. */
    hasRoomFor: gathering.hasRoomFor,
    /** Puts on record what is not yet. Throws `Unavailable`. */
    record: () => record(gathering.take()),
    /**
     * iDs of which a job was queued, people and publications that were found unchanged, publications that changed, and how many could
     * not be looked at.
     */
    sum: () => ({ queued: queued as readonly string[], unchanged, changed, failed }),
  };
};
export type Findings = ReturnType<typeof openFindings>;
