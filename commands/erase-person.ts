/** Erasing a person's data from a workspace: the stream goes, and with it every row that was made from it. */
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
  /** How many events of the person went; none if there was nothing left to erase. */
  readonly events: number;
  /** Whether a job was ended that would have registered the person again. */
  readonly jobEnded: boolean;
};

/** Of the job that an erasure ended. */
export const PERSON_ERASED = 'person_erased';

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

/** False if the stream has gone further meanwhile: then it is still there. */
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
 * Every event that goes is on record before it goes: what is appended meanwhile is recorded, and goes, in its turn. With
 * `only`, a stream that has gone further than that revision stays. Returns how many went.
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
 * Doing it again is harmless, and after a failure does the rest. The erasure is on record before the stream goes: cut off
 * in between, the stream is there to be found again. Throws `Unavailable`.
 */
export const erasePerson = async (deps: Deps, orcid: string, caller: Caller): Promise<Erased> => {
  const jobEnded = await forgetJobs(deps, orcid, caller);
  return { events: await eraseEvents(deps, orcid, caller), jobEnded };
};

/** Takes back a registration that came after an erasure, unless it has been built on: then it is intended. */
export const takeBackRegistration = (
  deps: Deps,
  orcid: string,
  caller: Caller,
  registered: Revision,
): Promise<unknown> => eraseEvents(deps, orcid, caller, registered);
