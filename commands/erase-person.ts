/** Erases a person's data from a workspace: their streams are deleted, and with them every row made from them. */
import { Refused } from '../domain/errors.ts';
import type { PastEvent } from '../domain/erasure/events.ts';
import type { Revision } from '../domain/event.ts';
import { isActive } from '../domain/ingestion/state.ts';
import { loadState } from './aggregate.ts';
import { causedBy, type Caller } from './caller.ts';
import { erasureAggregate } from './aggregates.ts';
import { handle, type Deps } from './handle.ts';
import { ingestionAggregate } from './ingestion.ts';
import { personAggregate } from './person.ts';
import { WrongExpectedRevision } from './ports.ts';

export type Erased = {
  /** How many events of the person were deleted; 0 if there was nothing left to erase. */
  readonly events: number;
  /** Whether a job was ended that would have registered the person again. */
  readonly jobEnded: boolean;
};

/** The error code of a job that an erasure ended. */
export const PERSON_ERASED = 'person_erased';

/**
 * Resets the iD's jobs, so that no harvest requests it again by itself. True if one was active. A job that has ended or been
 * claimed in between is checked again.
 */
const forgetJobs = async (deps: Deps, orcid: string, caller: Caller): Promise<boolean> => {
  let ended = false;
  for (;;) {
    const { state } = await loadState(deps.events, ingestionAggregate, caller.workspace, orcid);
    if (state.job === null) return ended;
    const failing = { type: 'ForceFailIngestion', jobId: state.job.id } as const;
    const error = { code: PERSON_ERASED, message: 'the person is being erased' };
    const command = isActive(state.job) ? { ...failing, error } : ({ type: 'ResetIngestion' } as const);
    try {
      await handle(deps, ingestionAggregate, orcid, command, causedBy(deps.ids, caller));
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

/** False if the stream has new events: then it still exists. */
const deletedAt = async ({ events }: Deps, stream: string, last: Revision): Promise<boolean> => {
  try {
    await events.deleteStream(stream, last);
    return true;
  } catch (error) {
    if (!(error instanceof WrongExpectedRevision)) throw error;
    return false;
  }
};

/**
 * Every event is recorded before it is deleted; events appended meanwhile are recorded and deleted in the next round. With
 * `only`, a stream past that revision is kept. Returns the number deleted.
 */
const eraseEvents = async (deps: Deps, orcid: string, caller: Caller, only?: Revision): Promise<number> => {
  const stream = personAggregate.stream(caller.workspace, orcid);
  for (;;) {
    const past = await pastOf(deps, stream);
    const last = past.at(-1)?.revision;
    if (only !== undefined && last !== only) return 0;
    const command = { type: 'ErasePerson', orcid, past } as const;
    await handle(deps, erasureAggregate, orcid, command, causedBy(deps.ids, caller));
    if (last === undefined || (await deletedAt(deps, stream, last))) return past.length;
  }
};

/**
 * The ids of a person: of the one who is shown, and of all who were merged into them. `id` comes last: as long as it is not erased, a
 * repetition after a failure finds the others.
 */
export const idsOfPerson = async (
  { events }: Pick<Deps, 'events'>,
  workspace: string,
  id: string,
): Promise<readonly string[]> => {
  const ids = new Set([id]);
  for (const each of ids) {
    const { state } = await loadState(events, personAggregate, workspace, each);
    if (state.status === 'absent') continue;
    if (state.mergedInto !== undefined) ids.add(state.mergedInto);
    for (const { from } of state.absorbed ?? []) ids.add(from);
  }
  ids.delete(id);
  return [...ids, id];
};

/**
 * Idempotent; resumes after a failure. The erasure is recorded before the stream is deleted, so an interruption leaves a stream
 * that is found again. Throws `Unavailable`.
 */
export const erasePerson = async (deps: Deps, orcid: string, caller: Caller): Promise<Erased> => {
  const jobEnded = await forgetJobs(deps, orcid, caller);
  return { events: await eraseEvents(deps, orcid, caller), jobEnded };
};

/** Removes a registration made after an erasure, unless later events build on it: then it is intended. */
export const takeBackRegistration = (
  deps: Deps,
  orcid: string,
  caller: Caller,
  registered: Revision,
): Promise<unknown> => eraseEvents(deps, orcid, caller, registered);
