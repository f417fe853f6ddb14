/** Erasing somebody's personal data from a workspace: their stream goes, and with it every row that was made from it. */
import { Refused } from '../domain/errors.ts';
import type { PastEvent } from '../domain/erasure/events.ts';
import type { Position } from '../domain/event.ts';
import { isActive } from '../domain/ingestion/state.ts';
import { loadState } from './aggregate.ts';
import { follow, type Caller } from './caller.ts';
import { erasureAggregate } from './erasure.ts';
import { handle, type Deps } from './handle.ts';
import { ingestionAggregate } from './ingestion.ts';
import { personAggregate } from './person.ts';

export type Erased = {
  /** How many events of the person went; none if there was nothing left to erase. */
  readonly events: number;
  /** Whether a job was ended that would have registered the person again. */
  readonly jobEnded: boolean;
  /** What read models must have reached to show nothing of the person any more; null if nothing was erased. */
  readonly position: Position | null;
};

const CODE = 'person_erased';

/**
 * Forgets the iD's jobs, so that no harvest asks for it again by itself. True if one was active. A job that has ended, or
 * been claimed, in between is looked at again.
 */
const forgetJobs = async (deps: Deps, orcid: string, caller: Caller): Promise<boolean> => {
  let ended = false;
  for (;;) {
    const { state } = await loadState(deps.events, ingestionAggregate, caller.workspace, orcid);
    if (state.job === null) return ended;
    const failing = { type: 'ForceFailIngestion', jobId: state.job.id } as const;
    const error = { code: CODE, message: 'the person is being erased' };
    const command = isActive(state.job) ? { ...failing, error } : ({ type: 'ResetIngestion' } as const);
    try {
      await handle(deps, ingestionAggregate, orcid, command, follow(deps.ids, caller));
      ended ||= command.type === 'ForceFailIngestion';
    } catch (refusal) {
      if (!(refusal instanceof Refused) || refusal.kind !== 'not_found') throw refusal;
    }
  }
};

const pastOf = async ({ events }: Deps, stream: string): Promise<readonly PastEvent[]> => {
  const past: PastEvent[] = [];
  for await (const { id, type, position, revision, metadata } of events.readStream(stream)) {
    const { at, actor, correlationId, causationId } = metadata;
    past.push({ id, type, position, revision, at, actor, correlationId, causationId });
  }
  return past;
};

/**
 * Doing it again is harmless, and after a failure does the rest. The erasure is on record before the stream goes: cut off
 * in between, the stream is there to be found again. Throws `Unavailable`.
 */
export const erasePerson = async (deps: Deps, orcid: string, caller: Caller): Promise<Erased> => {
  const jobEnded = await forgetJobs(deps, orcid, caller);
  const stream = personAggregate.stream(caller.workspace, orcid);
  const past = await pastOf(deps, stream);
  const command = { type: 'ErasePerson', orcid, past } as const;
  const { position } = await handle(deps, erasureAggregate, orcid, command, follow(deps.ids, caller));
  if (past.length > 0) await deps.events.deleteStream(stream);
  return { events: past.length, jobEnded, position };
};
