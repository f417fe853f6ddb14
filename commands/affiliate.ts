/** Giving a person an affiliation, to an entity that there is. */
import { Refused } from '../domain/errors.ts';
import type { Affiliation, AffiliationStatus } from '../domain/person/events.ts';
import { loadState } from './aggregate.ts';
import type { Caller } from './caller.ts';
import { entityAggregate } from './entity.ts';
import { handle, type Deps, type Handled } from './handle.ts';
import { personAggregate } from './person.ts';
import type { Person } from '../domain/person/person.ts';
import type { PersonEvent } from '../domain/person/events.ts';

export type AffiliationRequest = {
  readonly entityId: string;
  readonly status: AffiliationStatus;
  /** Epoch ms; default now, or the start of the present affiliation if it is the same. */
  readonly startsAt?: number;
};

const mustExist = async (deps: Deps, workspace: string, entityId: string): Promise<void> => {
  const { state } = await loadState(deps.events, entityAggregate, workspace, entityId);
  if (state.status === 'absent')
    throw new Refused('not_found', 'entity_not_found', 'no such entity', { field: 'entity_id' });
  if (state.status === 'archived')
    throw new Refused('invalid', 'entity_archived', 'the entity is archived', {
      field: 'entity_id',
      accepted: 'an entity that is not archived',
    });
};

const startOf = (
  present: Affiliation | null,
  { entityId, status, startsAt }: AffiliationRequest,
  now: number,
): number => startsAt ?? (present?.entityId === entityId && present.status === status ? present.startsAt : now);

/** The person afterwards. Throws `Refused('not_found')` for an unknown person or entity, `Refused('invalid')` for an archived one. */
export const affiliate = async (
  deps: Deps,
  orcid: string,
  request: AffiliationRequest,
  caller: Caller,
): Promise<Handled<Person, PersonEvent>> => {
  const loaded = await loadState(deps.events, personAggregate, caller.workspace, orcid);
  if (loaded.state.status === 'absent') throw new Refused('not_found', 'person_not_found', 'no such person');
  await mustExist(deps, caller.workspace, request.entityId);
  const { entityId, status } = request;
  const startsAt = startOf(loaded.state.affiliation, request, deps.clock.now());
  return handle(deps, personAggregate, orcid, { type: 'ChangeAffiliation', entityId, status, startsAt }, caller, {
    loaded,
  });
};
