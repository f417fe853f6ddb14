/** Joins works that are one item: it takes over staff's edits of them, and is then shown in their place. */
import { Refused } from '../../domain/errors.ts';
import type { Item } from '../../domain/identifier/events.ts';
import type { LinkChange } from '../../domain/publication/links.ts';
import type { Edits } from '../../domain/record/take-over.ts';
import type { KnownWork, Work } from '../../domain/work/state.ts';
import { work } from '../../domain/work/work.ts';
import { causedBy, type Caller } from '../caller.ts';
import { handle, handleFrom, type Deps } from '../handle.ts';
import { publicationAggregate } from '../publication.ts';
import { workAggregate } from '../work.ts';
import type { WorkRoot } from './roots.ts';

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

const comparedBy = (state: Work): number | null => (state.status === 'absent' ? null : state.since);

/** Edits made during a takeover are taken over again. */
const supersedeOne = async (deps: Deps, { item, loaded }: WorkRoot, by: Item, caller: Caller): Promise<void> => {
  const command = { type: 'SupersedeWork', key: item.work, by } as const;
  let taken = work.initial;
  const from = async (state: Work): Promise<typeof command | null> => {
    const isDue = comparedBy(state) === comparedBy(loaded.state) && work.decide(command, state).length > 0;
    if (!isDue) return null;
    if (state.status !== 'absent') {
      await takeOver(deps, by, state, taken, caller);
      taken = state;
    }
    return command;
  };
  const request = { type: command.type, asked: command, from };
  await handleFrom(deps, workAggregate, item.work, request, causedBy(deps.ids, caller));
};

/** Skips a work that has become another one, and all if `by` was itself superseded: the caller looks again. `by` must exist. */
export const supersede = async (deps: Deps, works: readonly WorkRoot[], by: Item, caller: Caller): Promise<void> => {
  for (const each of works) {
    try {
      await supersedeOne(deps, each, by, caller);
    } catch (error) {
      if (!(error instanceof Refused && error.code === 'work_superseded')) throw error;
    }
  }
};
