/** Which item a listed work is: the one that any of its identifiers names already, else a new one, which they name from then on. */
import type { Item } from '../../domain/identifier/events.ts';
import { sameItem, type Identifier } from '../../domain/identifier/identifier.ts';
import { isTitled, type Alias } from '../../domain/work/naming.ts';
import { loadState } from '../aggregate.ts';
import { causedBy, type Caller } from '../caller.ts';
import { handle, type Deps } from '../handle.ts';
import { identifierAggregate } from '../identifier.ts';
import { workAggregate } from '../work.ts';
import { isWork, older, rootOf, type Root, type WorkRoot } from './roots.ts';

/** A work as lists name it: by a DOI or not, and by what else. */
export type Named = {
  readonly doi: string | null;
  /** Strongest first; at least one. */
  readonly aliases: readonly Alias[];
  /** The list, and when it was read (epoch ms). */
  readonly list: string;
  readonly at: number;
};

export type Resolved = {
  readonly item: Item;
  /** Works that are the same, and that `item` does not supersede yet. */
  readonly others: readonly WorkRoot[];
};

type Found = { readonly alias: Alias; readonly isAssigned: boolean; readonly root: Root | null };

/** A work of a release that had no identifiers is found by its key. */
const keptUnder = async (deps: Deps, workspace: string, { key, of }: Alias): Promise<Root | null> => {
  const { state } = await loadState(deps.events, workAggregate, workspace, key);
  if (state.status === 'absent' || (of !== undefined && !isTitled(state.original, of))) return null;
  return rootOf(deps.events, workspace, { work: key });
};

const find = async (deps: Deps, workspace: string, alias: Alias): Promise<Found> => {
  const { to } = (await loadState(deps.events, identifierAggregate, workspace, alias.id)).state;
  const root = to === null ? await keptUnder(deps, workspace, alias) : await rootOf(deps.events, workspace, to);
  return { alias, isAssigned: to !== null, root };
};

type Assigning = { readonly id: string; readonly to: Item; readonly of?: string };

const assign = async (
  deps: Deps,
  caller: Caller,
  { list, at }: Named,
  { id, ...what }: Assigning,
): Promise<Identifier> => {
  const command = { type: 'AssignIdentifier', identifier: id, ...what, list, at } as const;
  return (await handle(deps, identifierAggregate, id, command, causedBy(deps.ids, caller))).state;
};

/** The key of a new work: its strongest identifier, unless that is an ISBN under which another title is kept. */
const newKey = async (deps: Deps, caller: Caller, named: Named): Promise<string> => {
  const { aliases } = named;
  const sources = aliases.at(-1)?.key ?? '';
  const [{ id, key, of } = { id: sources, key: sources }] = aliases;
  if (of === undefined) return key;
  const { state } = await loadState(deps.events, workAggregate, caller.workspace, key);
  if (state.status !== 'absent') return sources;
  const holder = await assign(deps, caller, named, { id: key, to: { work: key }, of: id });
  return holder.of === id ? key : sources;
};

const isApart = (one: Root, other: Root): boolean => {
  const says = (root: Root, item: Item): boolean =>
    isWork(root) && root.loaded.state.apartFrom.some((each) => sameItem(each, item));
  return says(one, other.item) || says(other, one.item);
};

const chosen = (roots: readonly Root[], doi: string | null): Root | null => {
  if (doi !== null) return { item: { doi } };
  const publication = roots.find((root) => !isWork(root));
  return publication ?? [...roots.filter(isWork)].sort(older)[0] ?? null;
};

/**
 * Every identifier that named nothing names an item when this returns, and the same for all who ask at the same time: it is
 * assigned once, at a stream without events, and who comes second looks again. So two workers cannot make two items of one.
 */
export const resolveWork = async (deps: Deps, named: Named, caller: Caller): Promise<Resolved> => {
  for (;;) {
    const found = await Promise.all(named.aliases.map((alias) => find(deps, caller.workspace, alias)));
    const roots = found.flatMap(({ root }) => root ?? []);
    const root = chosen(roots, named.doi);
    const item = root?.item ?? { work: await newKey(deps, caller, named) };
    let isLost = false;
    for (const { alias, isAssigned, root: own } of found) {
      // Who lists a DOI lists it still when the entry has another name.
      if (isAssigned || (named.doi !== null && alias.isSources === true)) continue;
      const to = own?.item ?? item;
      const assigned = await assign(deps, caller, named, { id: alias.id, to });
      isLost ||= assigned.to === null || !sameItem(assigned.to, to);
    }
    if (isLost) continue;
    const others = new Map(roots.filter(isWork).map((each) => [each.item.work, each]));
    return {
      item,
      others: [...others.values()].filter(
        (each) => !sameItem(each.item, item) && (root === null || !isApart(each, root)),
      ),
    };
  }
};
