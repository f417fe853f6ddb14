/** Merges of two people, kept in the state store so that any worker can resume the merge of one that died. Their changes are events. */
import { mustExist } from '../domain/must-exist.ts';
import { Refused } from '../domain/errors.ts';
import { hasOrcid } from '../domain/person/id.ts';
import { person, type Person } from '../domain/person/person.ts';
import { loadState } from './aggregate.ts';
import type { Caller } from './caller.ts';
import { handle, handleFrom, type Deps } from './handle.ts';
import { longJobs, type LongJob } from './long-jobs.ts';
import { personAggregate } from './person.ts';
import type { EventStore, StateStore } from './ports.ts';
import { publicationAggregate } from './publication.ts';

export type MergeCounts = {
  /** Records whose link or rejection was moved. */
  readonly moved: number;
  /** Records that could not be changed, such as one with as many people as it can have. */
  readonly refused: number;
};

/** `total`: the records that were linked to `from`, or that staff had said are not theirs, when it was asked for. */
export type PersonMerge = LongJob & MergeCounts & { readonly from: string; readonly into: string };

export const personMerges = longJobs<PersonMerge>('person-merge');

const NOTHING_YET: MergeCounts = { moved: 0, refused: 0 };

/** Restarts unfinished merges; what has been moved is not moved twice. */
export const startMergesOver = async (state: Pick<StateStore, 'get' | 'list' | 'put' | 'remove'>): Promise<void> => {
  for await (const merge of personMerges.waiting(state)) await personMerges.save(state, { ...merge, ...NOTHING_YET });
};

/** Who is shown in place of the person; themselves unless they were merged into another one. */
const shownNow = async (events: EventStore, workspace: string, id: string) => {
  const seen = new Set<string>();
  for (let at = id; ;) {
    const { state } = await loadState(events, personAggregate, workspace, at);
    if (state.status === 'absent' || state.mergedInto === undefined || seen.has(at)) return { id: at, state };
    seen.add(at);
    at = state.mergedInto;
  }
};

const mustBeThere = ({ status }: Person, id: string): void => {
  if (status === 'absent' && !hasOrcid(id))
    throw new Refused('not_found', 'person_not_found', 'no such person', { field: 'into', value: id });
};

type Merge = Pick<PersonMerge, 'from' | 'into'>;

/**
 * Throws `Refused('not_found')` for an unknown person; an iD that is not registered is a new one. Throws `Refused` for someone who
 * cannot be merged, or was merged before.
 */
export const mustBeMergeable = async (
  { events }: Pick<Deps, 'events'>,
  { from, into }: Merge,
  workspace: string,
): Promise<void> => {
  const { state } = await loadState(events, personAggregate, workspace, from);
  const isDone = person.decide({ type: 'MergePerson', into }, state).length === 0;
  const { state: target } = await loadState(events, personAggregate, workspace, into);
  mustBeThere(target, into);
  const elsewhere = isDone ? into : target.status === 'absent' ? undefined : target.mergedInto;
  if (elsewhere !== undefined)
    throw new Refused('conflict', 'person_merged', `${isDone ? from : into} was merged into another person`, {
      field: isDone ? 'orcid' : 'into',
      merged_into: elsewhere,
      accepted: 'someone who was not merged into another person',
    });
};

/** Returns the new job, or the one that was queued before. Throws `Refused('conflict')` if another one has the correlation id. */
export const queueMerge = async (
  { state, clock }: Pick<Deps, 'clock'> & { readonly state: StateStore },
  { from, into }: Merge,
  total: number,
  { workspace, actor, correlationId: id }: Pick<Caller, 'workspace' | 'actor' | 'correlationId'>,
): Promise<PersonMerge> => {
  const isSame = (job: PersonMerge): boolean => job.from === from && job.into === into;
  const known = await personMerges.queuedBefore(state, { workspace, id, actor }, isSame);
  if (known !== null) return known;
  const job: PersonMerge = {
    ...{ id, workspace, actor, role: 'member', requestedAt: clock.now(), finishedAt: null },
    ...{ status: 'queued', error: null, total, from, into, ...NOTHING_YET },
  };
  await personMerges.queue(state, job);
  return job;
};

/**
 * The person who takes over, registered if they are new, has what they lack of the other one. Returns their id: of the one who is shown
 * by now. Throws what `mustBeMergeable` throws.
 */
export const takeOverPerson = async (
  deps: Deps,
  { from, into: asked, requestedAt: now }: PersonMerge,
  caller: Caller,
): Promise<string> => {
  const { workspace } = caller;
  const { id: into, state: target } = await shownNow(deps.events, workspace, asked);
  const { state } = await loadState(deps.events, personAggregate, workspace, from);
  const other = mustExist(state.status === 'absent' ? null : state, 'person');
  // Refuses what cannot be merged before anything is changed.
  person.decide({ type: 'MergePerson', into }, other);
  mustBeThere(target, into);
  const register = { type: 'RegisterPerson', orcid: into, name: null, saidBy: 'provider' } as const;
  if (hasOrcid(into)) await handle(deps, personAggregate, into, register, caller);
  if (other.mergedInto === undefined)
    await handle(deps, personAggregate, into, { type: 'TakeOverPerson', other, now }, caller);
  return into;
};

/**
 * False for a record that cannot be changed. `round`: what was moved before is looked at again in another round, in case someone has
 * linked the person in between.
 */
export const moveAuthor = async (
  deps: Deps,
  doi: string,
  { round, ...move }: Merge & { readonly round: number },
  caller: Caller,
): Promise<'moved' | 'unchanged' | 'refused'> => {
  const command = { type: 'MoveAuthor', from: move.from, to: move.into } as const;
  const request = { type: command.type, asked: { ...command, round }, from: () => command };
  try {
    const { events } = await handleFrom(deps, publicationAggregate, doi, request, caller);
    return events.length === 0 ? 'unchanged' : 'moved';
  } catch (error) {
    if (error instanceof Refused && (error.kind === 'not_found' || error.code === 'too_many_links')) return 'refused';
    throw error;
  }
};
