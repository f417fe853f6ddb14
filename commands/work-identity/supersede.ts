/** Joins works that are one item: it takes over staff's edits of them, and is then shown in their place. */
import { Refused } from '../../domain/errors.ts';
import type { Item } from '../../domain/identifier/events.ts';
import type { LinkChange } from '../../domain/publication/links.ts';
import type { Edits } from '../../domain/record/take-over.ts';
import { sameItem } from '../../domain/identifier/identifier.ts';
import type { WorkCommand } from '../../domain/work/commands.ts';
import type { WorkEvent } from '../../domain/work/events.ts';
import { mayReplace, standingOf } from '../../domain/work/one-list.ts';
import type { KnownWork, Work } from '../../domain/work/state.ts';
import { work } from '../../domain/work/work.ts';
import { causedBy, type Caller } from '../caller.ts';
import { handle, handleFrom, type Deps, type Handled, type HandleOptions } from '../handle.ts';
import { afterHandover } from '../handing-over.ts';
import { publicationAggregate } from '../publication.ts';
import { workAggregate } from '../work.ts';
import { rootOf, standingIn, type WorkRoot } from './roots.ts';

type MachineLink = LinkChange & { readonly basis: Exclude<LinkChange['basis'], 'staff'> };
const isMachines = (link: LinkChange): link is MachineLink => link.basis !== 'staff';

const editsOf = ({ overlay, href, hrefIsByHand }: KnownWork): Edits => (hrefIsByHand ? { overlay, href } : { overlay });

/** `earlier`: the work as of the previous takeover. */
export const takeOver = async (
  deps: Deps,
  by: Item,
  state: KnownWork,
  earlier: Work,
  caller: Caller,
): Promise<void> => {
  const { key, links, identifiers } = state;
  const before = earlier.status === 'absent' ? {} : { earlier: editsOf(earlier) };
  const [edits, sent] = [{ type: 'TakeOverWork', ...editsOf(state), ...before } as const, causedBy(deps.ids, caller)];
  if ('doi' in by)
    await handle(deps, publicationAggregate, by.doi, { ...edits, links: links.filter(isMachines) }, sent);
  else await handle(deps, workAggregate, by.work, { ...edits, key, links, identifiers }, sent);
};

/** A circle of works would lead to no item at all. */
export const mustNotSupersede = (by: Item, key: string): void => {
  if (sameItem(by, { work: key }))
    throw new Refused('conflict', 'supersedes_it', 'this work is now shown in place of the other one', {
      accepted: 'first undo the event that superseded the other work',
    });
};

type Join = Extract<WorkCommand, { readonly type: 'SupersedeWork' }>;

/** Edits made during a takeover are taken over again. `isDue`: whether the work is still the one that was looked at. */
const join = (
  deps: Deps,
  command: Join,
  caller: Caller,
  isDue: (state: Work) => boolean = () => true,
  options: HandleOptions<Work> = {},
): Promise<Handled<Work, WorkEvent>> => {
  const handOver = async (state: Work, earlier: Work): Promise<void> => {
    if (state.status !== 'absent') await takeOver(deps, command.by, state, earlier, caller);
  };
  const from = afterHandover(work, command, handOver, isDue);
  const request = { type: command.type, asked: command, from };
  return handleFrom(deps, workAggregate, command.key, request, causedBy(deps.ids, caller), options);
};

const suggest = async (deps: Deps, key: string, by: Item, caller: Caller): Promise<void> =>
  void (await handle(deps, workAggregate, key, { type: 'SuggestJoin', key, by }, causedBy(deps.ids, caller)));

/** Publications with different DOIs are never one. */
export const suggestJoins = async (deps: Deps, item: Item, others: readonly Item[], caller: Caller): Promise<void> => {
  for (const other of others) {
    if ('work' in item) await suggest(deps, item.work, other, caller);
    else if ('work' in other) await suggest(deps, other.work, item, caller);
  }
};

const comparedBy = (state: Work): number | null => (state.status === 'absent' ? null : state.since);

/**
 * Skips a work that has become another one, and all if `by` was itself superseded: the caller looks again. `by` must exist. Works that
 * the entry of `owner`'s list may not join are suggested to staff. False if there were no others.
 */
export const supersede = async (
  deps: Deps,
  works: readonly WorkRoot[],
  by: Item,
  owner: string,
  caller: Caller,
): Promise<boolean> => {
  const standing = works.length === 0 ? null : await standingIn(deps.events, caller.workspace, by);
  let isAnyJoined = false;
  for (const { item, loaded } of works) {
    const { state } = loaded;
    try {
      if (state.status !== 'absent' && standing !== null && !mayReplace(standing, standingOf(state), owner)) {
        await suggest(deps, item.work, by, caller);
        continue;
      }
      isAnyJoined = true;
      const isSame = (now: Work): boolean => comparedBy(now) === comparedBy(state);
      await join(deps, { type: 'SupersedeWork', key: item.work, by }, caller, isSame);
    } catch (error) {
      if (!(error instanceof Refused && error.code === 'work_superseded')) throw error;
    }
  }
  return isAnyJoined;
};

/** Staff accept a suggestion. Throws `Refused`, also if the work is itself shown in place of the other item. */
export const joinSuggested = async (
  deps: Deps,
  key: string,
  suggested: Item,
  caller: Caller,
  options: HandleOptions<Work>,
): Promise<Handled<Work, WorkEvent>> => {
  const { item: by } = await rootOf(deps.events, caller.workspace, suggested);
  mustNotSupersede(by, key);
  return join(deps, { type: 'SupersedeWork', key, by, ofSuggestion: suggested }, caller, undefined, options);
};
