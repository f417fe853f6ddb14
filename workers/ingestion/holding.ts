/** A worker's hold on a job that it has claimed, until the job ends, is ended by hand or is taken over. */
import { loadState } from '../../commands/aggregate.ts';
import { causedBy } from '../../commands/caller.ts';
import { PERSON_ERASED } from '../../commands/erase-person.ts';
import { handle } from '../../commands/handle.ts';
import { ingestionAggregate } from '../../commands/ingestion.ts';
import type { IngestionCommand } from '../../domain/ingestion/ingestion.ts';
import type { Ingestion } from '../../domain/ingestion/state.ts';
import type { Claimed } from './claim.ts';
import type { IngestionDeps } from './deps.ts';

/** `held`: still this worker's. `lost`: ended or taken over. `forgotten`: erased with the person. */
export type Ownership = 'held' | 'lost' | 'forgotten';

export const holdingOf = (deps: IngestionDeps, { job, caller }: Claimed, worker: string) => {
  const isHeld = ({ job: latest }: Ingestion): boolean =>
    latest?.id === job.id && latest.status === 'processing' && latest.worker === worker;
  return {
    /** Returns whether the job is still this worker's afterwards. */
    send: async (command: IngestionCommand): Promise<boolean> => {
      const { state } = await handle(deps, ingestionAggregate, job.orcid, command, causedBy(deps.ids, caller));
      return isHeld(state);
    },
    ownership: async (): Promise<Ownership> => {
      const { state } = await loadState(deps.events, ingestionAggregate, caller.workspace, job.orcid);
      if (isHeld(state)) return 'held';
      return state.job?.id !== job.id || state.job.error?.code === PERSON_ERASED ? 'forgotten' : 'lost';
    },
  };
};
