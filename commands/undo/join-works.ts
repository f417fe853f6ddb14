/** Side effects of an undo that puts another item in the place of a work. */
import { fold } from '../../domain/decider.ts';
import type { DomainEvent } from '../../domain/event.ts';
import type { Item } from '../../domain/identifier/events.ts';
import { sameItem } from '../../domain/identifier/identifier.ts';
import type { WorkEvent } from '../../domain/work/events.ts';
import type { Work } from '../../domain/work/state.ts';
import { work } from '../../domain/work/work.ts';
import type { Caller } from '../caller.ts';
import type { Deps } from '../handle.ts';
import { rootOf } from '../work-identity/roots.ts';
import { mustNotSupersede, takeOver } from '../work-identity/supersede.ts';
import { oldestFirst, type History } from './history.ts';

const workAfter = (history: History, decided: readonly WorkEvent[] = []): Work =>
  fold<Work, WorkEvent>(work, [...(oldestFirst(history) as readonly unknown[] as readonly WorkEvent[]), ...decided]);

/** The work as it was when the item last took its place. */
const whenJoined = (history: History, by: Item): Work => {
  const isJoin = (event: WorkEvent): boolean => event.type === 'WorkSuperseded' && sameItem(event.data.by, by);
  let joined = history;
  while (joined !== null && !isJoin(joined.event as DomainEvent as WorkEvent)) joined = joined.earlier;
  return workAfter(joined);
};

/**
 * Called before each attempt to append: the item takes over staff's edits of the work. Throws `Refused('conflict')` if the work is
 * itself shown in place of that item: a circle of works would lead to no item at all.
 */
export const joiningWorks = (deps: Deps, caller: Caller, key: string) => {
  let taken: Work | null = null;
  return async (history: History, decided: readonly WorkEvent[]): Promise<void> => {
    for (const event of decided) {
      if (event.type !== 'WorkSuperseded') continue;
      const { item } = await rootOf(deps.events, caller.workspace, event.data.by);
      mustNotSupersede(item, key);
      const state = workAfter(history, decided);
      // A work restored from a reset was taken over before that reset.
      if (state.status === 'absent' || workAfter(history).status === 'absent') continue;
      await takeOver(deps, item, state, taken ?? whenJoined(history, event.data.by), caller);
      taken = state;
    }
  };
};
