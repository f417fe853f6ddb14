/** Which item a listed work is: the one that any of its identifiers already names, else a new one, which they name from then on. */
import { Refused } from '../../domain/errors.ts';
import type { Item } from '../../domain/identifier/events.ts';
import { isWithdrawn, sameItem } from '../../domain/identifier/identifier.ts';
import type { Alias } from '../../domain/work/naming.ts';
import { loadState } from '../aggregate.ts';
import { causedBy, type Caller } from '../caller.ts';
import { handle, type Deps } from '../handle.ts';
import { identifierAggregate } from '../aggregates.ts';
import { workAggregate } from '../work.ts';
import { doubtfulIn, find, openTo, type Entry, type Found } from './found.ts';
import { isWork, older, type Root, type WorkRoot } from './roots.ts';

/** A work as lists name it: perhaps by a DOI, and by other identifiers. */
export type Named = {
  readonly doi: string | null;
  /** Strongest first, at least one. */
  readonly aliases: readonly Alias[];
  readonly entry: Entry;
  /** The list, and when it was read (epoch ms). */
  readonly list: string;
  readonly at: number;
};

export type Resolved = {
  readonly item: Item;
  /** Works that the entry says are identical with `item`, which does not supersede them yet. */
  readonly others: readonly WorkRoot[];
  /** Items that the entry may not be about, though one of its identifiers names them. */
  readonly doubtful: readonly Item[];
};

/** An attempt fails when another process changes one of the identifiers concurrently. */
const ATTEMPTS = 50;

type Assigning = { readonly id: string; readonly to: Item; readonly of?: string };

const assign = async (deps: Deps, caller: Caller, { list, at }: Named, { id, ...what }: Assigning) => {
  const command = { type: 'AssignIdentifier', identifier: id, ...what, list, at } as const;
  return (await handle(deps, identifierAggregate, id, command, causedBy(deps.ids, caller))).state.assigned;
};

/** The key of a new work: its strongest identifier that is free, unless that is an ISBN under which another title is kept. */
const newKey = async (deps: Deps, caller: Caller, named: Named, found: readonly Found[]): Promise<string> => {
  const sources = named.aliases.at(-1)?.key ?? '';
  const [free] = found.filter(({ root }) => root === null);
  const { id, key, of } = free?.alias ?? { id: sources, key: sources };
  if (of === undefined) return key;
  const { state } = await loadState(deps.events, workAggregate, caller.workspace, key);
  if (state.status !== 'absent' || state.supersededBy !== null) return sources;
  const holder = await assign(deps, caller, named, { id: key, to: { work: key }, of: id });
  return holder?.of === id ? key : sources;
};

const isApart = (one: Root, other: Root): boolean => {
  const says = (root: Root, item: Item): boolean =>
    isWork(root) && root.loaded.state.apartFrom.some((each) => sameItem(each, item));
  return says(one, other.item) || says(other, one.item);
};

const isAmong = (roots: readonly Root[], root: Root): boolean => roots.some(({ item }) => sameItem(item, root.item));

const chosen = (roots: readonly Root[], doi: string | null): Root | null => {
  if (doi !== null) return { item: { doi } };
  const publication = roots.find((root) => !isWork(root));
  return publication ?? [...roots.filter(isWork)].sort(older)[0] ?? null;
};

/** Works identical with the item, unless staff have separated them. */
const joined = (works: readonly WorkRoot[], root: Root): readonly WorkRoot[] =>
  [...new Map(works.map((each) => [each.item.work, each])).values()].filter(
    (each) => !sameItem(each.item, root.item) && !isApart(each, root),
  );

/** Items that staff have kept apart from the names of this item, or from works that are joined to it. */
const partedFrom = (found: readonly Found[], others: readonly WorkRoot[]): readonly Item[] => [
  ...found.flatMap(({ identifier }) => identifier.withdrawn.map(({ to }) => to)),
  ...others.flatMap(({ loaded }) => loaded.state.apartFrom),
];

/** Keeps a later join from undoing this. False if another item is now shown in place of the work. */
const keepApart = async (deps: Deps, caller: Caller, key: string, from: readonly Item[]): Promise<boolean> => {
  for (const each of from) {
    const command = { type: 'KeepWorkApart', from: each } as const;
    const { state } = await handle(deps, workAggregate, key, command, causedBy(deps.ids, caller));
    if (state.supersededBy !== null) return false;
  }
  return true;
};

/**
 * When this returns, every identifier that named nothing names an item, the same one for all concurrent callers: it is assigned
 * once, at the revision that was read, and a caller that comes second looks again. So two workers cannot make two items of one.
 * Only an identifier that staff have withdrawn from the item stays free. Throws `Refused('conflict')` if it keeps changing.
 */
export const resolveWork = async (deps: Deps, named: Named, caller: Caller): Promise<Resolved> => {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const own = named.doi === null ? null : { doi: named.doi };
    const found = await Promise.all(named.aliases.map((alias) => find(deps.events, caller.workspace, alias, own)));
    const all = openTo(found);
    // The registry's record of a DOI decides which works the publication replaces.
    const doubtful = named.doi === null ? await doubtfulIn(deps.events, caller.workspace, all, named.entry) : [];
    const open = new Map([...all].filter(([, root]) => !isAmong(doubtful, root)));
    const roots = [...open.values()];
    const root = chosen(roots, named.doi);
    const item = root?.item ?? { work: await newKey(deps, caller, named, found) };
    const others = root === null ? [] : joined(roots.filter(isWork), root);
    if ('work' in item && !(await keepApart(deps, caller, item.work, partedFrom(found, others)))) continue;
    let isLost = false;
    for (const each of found) {
      const { alias, identifier } = each;
      // It still names that item.
      if (all.has(each) && !open.has(each)) continue;
      // With a DOI, the source's own name for the entry is not needed: the list still has the DOI if that name changes.
      if (identifier.assigned !== null || (named.doi !== null && alias.isSources === true)) continue;
      const to = open.get(each)?.item ?? item;
      if (isWithdrawn(identifier, to)) continue;
      const assigned = await assign(deps, caller, named, { id: alias.id, to });
      isLost ||= assigned === null || !sameItem(assigned.to, to);
    }
    if (isLost) continue;
    const undecided = root === null ? doubtful : doubtful.filter((each) => !isApart(each, root));
    return { item, others, doubtful: undecided.map((each) => each.item) };
  }
  throw new Refused('conflict', 'concurrent_changes', "the work's identity kept changing; try again");
};
