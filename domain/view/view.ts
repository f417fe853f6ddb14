/** The rules of saved views: names for queries of a list. A workspace and each person in it have so many, and a name has one query. */
import type { Decider } from '../decider.ts';
import { Refused } from '../errors.ts';
import { VIEWS } from '../limits.ts';
import { mustExist } from '../must-exist.ts';
import type { ViewEvent } from './events.ts';

/** Queries by name. */
export type Views = ReadonlyMap<string, string>;

export type ViewCommand =
  /** Replaces the query of a view with this name. */
  | { readonly type: 'SaveView'; readonly name: string; readonly query: string }
  | { readonly type: 'RemoveView'; readonly name: string };

/** Throws `Refused('conflict')` if there is no room for another view. */
export const mustHaveRoom = (views: Views, name: string, most: number): void => {
  if (!views.has(name) && views.size >= most)
    throw new Refused('conflict', 'too_many_views', `there are ${most} saved views`, {
      accepted: `at most ${most} views: remove one first`,
    });
};

export const views: Decider<Views, ViewCommand, ViewEvent> = {
  initial: new Map(),

  decide(command, state) {
    const { name } = command;
    const before = state.get(name) ?? null;
    if (command.type === 'RemoveView')
      return [{ type: 'ViewRemoved', data: { name, before: mustExist(before, 'view') } }];
    const { query } = command;
    mustHaveRoom(state, name, VIEWS.perWorkspace);
    return query === before ? [] : [{ type: 'ViewSaved', data: { name, query, before } }];
  },

  evolve(state, { type, data }) {
    const others = [...state].filter(([name]) => name !== data.name);
    return new Map(type === 'ViewSaved' ? [...others, [data.name, data.query]] : others);
  },
};
