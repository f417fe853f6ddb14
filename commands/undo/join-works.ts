/** Side effects of an undo that puts another item in the place of a work, or a primary DOI in the place of its alias. */
import { fold, type Decider } from '../../domain/decider.ts';
import { Refused } from '../../domain/errors.ts';
import type { DomainEvent } from '../../domain/event.ts';
import { sameItem } from '../../domain/identifier/identifier.ts';
import type { PublicationEvent } from '../../domain/publication/events.ts';
import { publication } from '../../domain/publication/publication.ts';
import type { Publication } from '../../domain/publication/state.ts';
import { upcastAs } from '../../domain/upcast.ts';
import type { WorkEvent } from '../../domain/work/events.ts';
import type { Work } from '../../domain/work/state.ts';
import { work } from '../../domain/work/work.ts';
import { primaryOf, takeOverAlias } from '../alias.ts';
import type { Caller } from '../caller.ts';
import type { Deps } from '../handle.ts';
import type { EventStore } from '../ports.ts';
import { publicationAggregate } from '../publication.ts';
import { rootOf } from '../work-identity/roots.ts';
import { mustNotSupersede, takeOver } from '../work-identity/supersede.ts';
import { workAggregate } from '../work.ts';

/** The record now, and as it was when the item last took its place. */
const statesOf = async <State, E extends DomainEvent>(
  events: EventStore,
  { initial, evolve }: Pick<Decider<State, never, E>, 'initial' | 'evolve'>,
  stream: string,
  isJoin: (event: E) => boolean,
): Promise<{ now: State; whenJoined: State }> => {
  let [now, whenJoined] = [initial, initial];
  for await (const recorded of events.readStream(stream)) {
    const event = upcastAs<E>(recorded);
    now = evolve(now, event);
    if (isJoin(event)) whenJoined = now;
  }
  return { now, whenJoined };
};

/**
 * Called before each attempt to append: the item takes over staff's edits of the work. Throws `Refused('conflict')` if the work is
 * itself shown in place of that item: a circle of works would lead to no item at all.
 */
export const joiningWorks = (deps: Deps, caller: Caller, key: string) => {
  let taken: Work | null = null;
  return async (decided: readonly WorkEvent[]): Promise<void> => {
    for (const event of decided) {
      if (event.type !== 'WorkSuperseded') continue;
      const { item } = await rootOf(deps.events, caller.workspace, event.data.by);
      mustNotSupersede(item, key);
      const stream = workAggregate.stream(caller.workspace, key);
      const { by } = event.data;
      const isJoin = (each: WorkEvent): boolean => each.type === 'WorkSuperseded' && sameItem(each.data.by, by);
      const { now, whenJoined } = await statesOf(deps.events, work, stream, isJoin);
      const state = fold<Work, WorkEvent>(work, decided, now);
      // A work restored from a reset was taken over before that reset.
      if (state.status === 'absent' || now.status === 'absent') continue;
      await takeOver(deps, item, state, taken ?? whenJoined, caller);
      taken = state;
    }
  };
};

/** The same for the alias of a DOI. */
export const joiningAliases = (deps: Deps, caller: Caller, doi: string) => {
  let taken: Publication | null = null;
  return async (decided: readonly PublicationEvent[]): Promise<void> => {
    for (const event of decided) {
      if (event.type !== 'PublicationSuperseded') continue;
      const { by } = event.data;
      const primary = await primaryOf(deps.events, caller.workspace, by);
      if (primary === doi)
        throw new Refused('conflict', 'supersedes_it', 'this publication is now shown in place of the other one', {
          accepted: 'first undo the event that superseded the other publication',
        });
      const stream = publicationAggregate.stream(caller.workspace, doi);
      const isJoin = (each: PublicationEvent): boolean => each.type === 'PublicationSuperseded' && each.data.by === by;
      const { now, whenJoined } = await statesOf(deps.events, publication, stream, isJoin);
      const state = fold<Publication, PublicationEvent>(publication, decided, now);
      if (now.status === 'absent') continue;
      await takeOverAlias(deps, primary, state, taken ?? whenJoined, caller);
      taken = state;
    }
  };
};
