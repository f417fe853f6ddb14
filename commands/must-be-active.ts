/** What a person can be put into: an entity or a category that is there, and not archived. */
import { Refused } from '../domain/errors.ts';
import type { DomainEvent } from '../domain/event.ts';
import { loadState, type Foldable } from './aggregate.ts';
import { categoryAggregate } from './category.ts';
import { entityAggregate } from './entity.ts';
import type { EventStore } from './ports.ts';

type Deps = { readonly events: EventStore };

/** Throws `Refused('not_found')` for one that is not there, `Refused('invalid')` for one that is archived. */
const mustBeActive =
  <State extends { readonly status: string }, E extends DomainEvent>(
    aggregate: Foldable<State, E>,
    noun: string,
    field: string,
  ) =>
  async ({ events }: Deps, workspace: string, id: string): Promise<void> => {
    const { status } = (await loadState(events, aggregate, workspace, id)).state;
    if (status === 'absent')
      throw new Refused('not_found', `${noun}_not_found`, `no such ${noun}`, { field, value: id });
    if (status === 'archived')
      throw new Refused('invalid', `${noun}_archived`, `the ${noun} is archived`, {
        ...{ field, value: id },
        accepted: 'one that is not archived',
      });
  };

export const entityMustBeActive = mustBeActive(entityAggregate, 'entity', 'entity_id');
export const categoryMustBeActive = mustBeActive(categoryAggregate, 'category', 'category_ids');
