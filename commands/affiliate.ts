/** Giving a person an affiliation, to an entity that there is. */
import {
  isAffiliated,
  person,
  type AffiliationAsked,
  type Person,
  type PersonCommand,
} from '../domain/person/person.ts';
import type { Deps, FromState } from './handle.ts';
import { entityMustBeActive } from './must-be-active.ts';

/** An entity that is archived keeps its people, and their dates can be corrected. */
const correctsDates = (request: AffiliationAsked, state: Person): boolean =>
  request.corrects === true && state.status !== 'absent' && isAffiliated(state.affiliation, request);

/**
 * The command for `handleFrom` on the person. Throws `Refused('not_found')` for an unknown person or entity, `Refused('invalid')`
 * for an archived entity, unless the affiliation is the present one.
 */
export const affiliating = (
  deps: Pick<Deps, 'events' | 'clock'>,
  request: AffiliationAsked,
  workspace: string,
): FromState<Person, PersonCommand> => ({
  type: 'ChangeAffiliation',
  asked: request,
  from: async (state) => {
    const command = { type: 'ChangeAffiliation', ...request, now: deps.clock.now() } as const;
    const isNew = person.decide(command, state).some(({ type }) => type === 'AffiliationStarted');
    if (isNew && !correctsDates(request, state)) await entityMustBeActive(deps, workspace, request.entityId);
    return command;
  },
});
