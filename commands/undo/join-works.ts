/** Side effects of an undo that puts another item in the place of a work. */
import { fold } from '../../domain/decider.ts';
import type { Item } from '../../domain/identifier/events.ts';
import { sameItem } from '../../domain/identifier/identifier.ts';
import { upcastAs } from '../../domain/upcast.ts';
import type { WorkEvent } from '../../domain/work/events.ts';
import type { Work } from '../../domain/work/state.ts';
import { work } from '../../domain/work/work.ts';
import type { Caller } from '../caller.ts';
import type { Deps } from '../handle.ts';
import type { EventStore } from '../ports.ts';
import { rootOf } from '../work-identity/roots.ts';
import { mustNotSupersede, takeOver } from '../work-identity/supersede.ts';
import { workAggregate } from '../work.ts';

/** The work now, and as it was when the item last took its place. */
const statesOf = async (events: EventStore, stream: string, by: Item): Promise<{ now: Work; whenJoined: Work }> => {
  let [now, whenJoined] = [work.initial, work.initial];
  for await (const recorded of events.readStream(stream)) {
    const event = upcastAs<WorkEvent>(recorded);
    now = work.evolve(now, event);
    if (event.type === 'WorkSuperseded' && sameItem(event.data.by, by)) whenJoined = now;
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
      const { now, whenJoined } = await statesOf(deps.events, stream, event.data.by);
      const state = fold<Work, WorkEvent>(work, decided, now);
      // A work restored from a reset was taken over before that reset.
      if (state.status === 'absent' || now.status === 'absent') continue;
      await takeOver(deps, item, state, taken ?? whenJoined, caller);
      taken = state;
    }
  };
};
