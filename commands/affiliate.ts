/** Giving a person an affiliation, to an entity that there is. */
import { Refused } from '../domain/errors.ts';
import type { AffiliationStatus, PersonEvent } from '../domain/person/events.ts';
import { person, type Person } from '../domain/person/person.ts';
import type { Revision } from '../domain/event.ts';
import { loadState } from './aggregate.ts';
import type { Caller } from './caller.ts';
import { entityAggregate } from './entity.ts';
import { handle, type Deps, type Handled } from './handle.ts';
import { personAggregate } from './person.ts';

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

/**
 * The person afterwards. `ifRevision` as in `handle`. Throws `Refused('not_found')` for an unknown person or entity,
 * `Refused('invalid')` for an archived entity, unless the affiliation is the present one.
 */
export const affiliate = async (
  deps: Deps,
  orcid: string,
  request: AffiliationRequest,
  caller: Caller,
  options: { readonly ifRevision?: Revision } = {},
): Promise<Handled<Person, PersonEvent>> => {
  const loaded = await loadState(deps.events, personAggregate, caller.workspace, orcid);
  const command = { type: 'ChangeAffiliation', ...request, now: deps.clock.now() } as const;
  if (person.decide(command, loaded.state).length > 0) await mustExist(deps, caller.workspace, request.entityId);
  return handle(deps, personAggregate, orcid, command, caller, { ...options, loaded });
};
