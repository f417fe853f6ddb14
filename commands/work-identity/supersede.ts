/** Joins works that are one item: what staff made of them goes over, then another item is shown in their place. */
import { Refused } from '../../domain/errors.ts';
import type { Item } from '../../domain/identifier/events.ts';
import type { LinkChange } from '../../domain/publication/links.ts';
import type { KnownWork } from '../../domain/work/state.ts';
import { causedBy, type Caller } from '../caller.ts';
import { handle, type Deps } from '../handle.ts';
import { publicationAggregate } from '../publication.ts';
import { workAggregate } from '../work.ts';
import type { WorkRoot } from './roots.ts';

type MachineLink = LinkChange & { readonly basis: Exclude<LinkChange['basis'], 'staff'> };
const isMachines = (link: LinkChange): link is MachineLink => link.basis !== 'staff';

const takeOver = async (
  deps: Deps,
  by: Item,
  { key, overlay, links, identifiers }: KnownWork,
  caller: Caller,
): Promise<void> => {
  const [type, sent] = ['TakeOverWork', causedBy(deps.ids, caller)] as const;
  if ('doi' in by)
    await handle(deps, publicationAggregate, by.doi, { type, overlay, links: links.filter(isMachines) }, sent);
  else await handle(deps, workAggregate, by.work, { type, key, overlay, links, identifiers }, sent);
};

/** The work was changed, or the one that is to stay was superseded itself. */
const isMeanwhile = (error: unknown): boolean =>
  error instanceof Refused && (error.kind === 'stale' || error.code === 'work_superseded');

/** Leaves a work alone where it or `by` has changed since it was loaded: the caller loads it again. `by` must exist. */
export const supersede = async (deps: Deps, works: readonly WorkRoot[], by: Item, caller: Caller): Promise<void> => {
  for (const { item, loaded } of works) {
    const { state, revision } = loaded;
    const as = state.status === 'absent' ? 'absent' : 'present';
    const command = { type: 'SupersedeWork', key: item.work, by, as } as const;
    const at = revision === null ? {} : { ifRevision: revision };
    try {
      if (state.status !== 'absent') await takeOver(deps, by, state, caller);
      await handle(deps, workAggregate, item.work, command, causedBy(deps.ids, caller), at);
    } catch (error) {
      if (!isMeanwhile(error)) throw error;
    }
  }
};
