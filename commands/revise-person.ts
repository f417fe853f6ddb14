/** Changes to a person that name other records: an entity or a category that exists and is not archived. */
import { Refused } from '../domain/errors.ts';
import type { DomainEvent } from '../domain/event.ts';
import type { PastCorrection } from '../domain/person/affiliations.ts';
import {
  type AffiliationAsked,
  isAffiliated,
  person,
  type Person,
  type PersonCommand,
} from '../domain/person/person.ts';
import { loadState, type Foldable } from './aggregate.ts';
import { categoryAggregate, entityAggregate } from './aggregates.ts';
import type { Deps, FromState } from './handle.ts';

/** Throws `Refused('not_found')` for one that does not exist, `Refused('invalid')` for an archived one. */
const mustBeActive =
  <State extends { readonly status: string }, E extends DomainEvent>(
    aggregate: Foldable<State, E>,
    noun: string,
    field: string,
  ) =>
  async ({ events }: Pick<Deps, 'events'>, workspace: string, id: string): Promise<void> => {
    const { status } = (await loadState(events, aggregate, workspace, id)).state;
    if (status === 'absent')
      throw new Refused('not_found', `${noun}_not_found`, `no such ${noun}`, { field, value: id });
    if (status === 'archived')
      throw new Refused('invalid', `${noun}_archived`, `the ${noun} is archived`, {
        ...{ field, value: id },
        accepted: 'one that is not archived',
      });
  };

const entityMustBeActive = mustBeActive(entityAggregate, 'entity', 'entity_id');
const categoryMustBeActive = mustBeActive(categoryAggregate, 'category', 'category_ids');

/** An archived entity keeps its people, and their dates can be corrected. */
const correctsDates = (request: AffiliationAsked, state: Person): boolean =>
  request.corrects === true && state.status !== 'absent' && isAffiliated(state.affiliation, request);

/**
 * The command for `handleFrom` on the person. Throws `Refused('not_found')` for an unknown person or entity, `Refused('invalid')`
 * for an archived entity, unless the affiliation is the current one.
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

/** The same for an earlier affiliation. An entity that was archived since stays with those who were there. */
export const correctingPast = (
  deps: Pick<Deps, 'events' | 'clock'>,
  { before, after }: PastCorrection,
  workspace: string,
): FromState<Person, PersonCommand> => ({
  type: 'CorrectPastAffiliation',
  asked: { before, after },
  from: async () => {
    if (after !== null && after.entityId !== before?.entityId)
      await entityMustBeActive(deps, workspace, after.entityId);
    return { type: 'CorrectPastAffiliation', before, after, now: deps.clock.now() };
  },
});

/**
 * The command for `handleFrom` on the person. Throws `Refused('not_found')` for an unknown person or category,
 * `Refused('invalid')` for an archived category, unless the person is already in it.
 */
export const revising = (
  deps: Pick<Deps, 'events'>,
  command: Extract<PersonCommand, { readonly type: 'ReviseProfile' }>,
  workspace: string,
): FromState<Person, PersonCommand> => ({
  type: command.type,
  asked: command,
  from: async (state) => {
    if (state.status === 'absent') return command;
    const { categoryIds = [] } = command;
    const isNew = (id: string): boolean => !state.categoryIds.includes(id);
    for (const id of categoryIds.filter(isNew)) await categoryMustBeActive(deps, workspace, id);
    return command;
  },
});
