/** Which item a listed work is: the one that any of its identifiers already names, else a new one, which they name from then on. */
import { Refused } from '../../domain/errors.ts';
import { isWithdrawn } from '../../domain/identifier/identifier.ts';
import { idOf, isDoi, itemOf } from '../../domain/item.ts';
import type { Alias } from '../../domain/publication/naming.ts';
import { loadState } from '../aggregate.ts';
import { identifierAggregate } from '../aggregates.ts';
import { causedBy, type Caller } from '../caller.ts';
import { handle, type Deps } from '../handle.ts';
import { publicationAggregate } from '../publication.ts';
import { doubtfulIn, find, openTo, type Entry, type Found } from './found.ts';
import { older, type Root } from './roots.ts';

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
  /** The DOI or key of the item. */
  readonly id: string;
  /** Works that the entry says are identical with it, and which it does not supersede yet. */
  readonly others: readonly Root[];
  /** Items that the entry may not be about, though one of its identifiers names them. */
  readonly doubtful: readonly string[];
};

/** An attempt fails when another process changes one of the identifiers concurrently. */
const ATTEMPTS = 50;

type Assigning = { readonly id: string; readonly to: string; readonly of?: string };

const assign = async (deps: Deps, caller: Caller, { list, at }: Named, { id, to, ...what }: Assigning) => {
  const command = { type: 'AssignIdentifier', identifier: id, to: itemOf(to), ...what, list, at } as const;
  return (await handle(deps, identifierAggregate, id, command, causedBy(deps.ids, caller))).state.assigned;
};

/** The key of a new work: its strongest identifier that is free, unless that is an ISBN under which another title is kept. */
const newKey = async (deps: Deps, caller: Caller, named: Named, found: readonly Found[]): Promise<string> => {
  const sources = named.aliases.at(-1)?.key ?? '';
  const [free] = found.filter(({ root }) => root === null);
  const { id, key, of } = free?.alias ?? { id: sources, key: sources };
  if (of === undefined) return key;
  const { state } = await loadState(deps.events, publicationAggregate, caller.workspace, key);
  if (state.status !== 'absent' || state.supersededBy !== undefined) return sources;
  const holder = await assign(deps, caller, named, { id: key, to: key, of: id });
  return holder?.of === id ? key : sources;
};

const isApart = (one: Root, other: Root): boolean => {
  const says = ({ loaded: { state } }: Root, { id }: Root): boolean => (state.apartFrom ?? []).includes(id);
  return says(one, other) || says(other, one);
};

const isWork = ({ id }: Root): boolean => !isDoi(id);

/** The item of an entry, if it exists or its DOI names it. */
const chosen = (roots: readonly Root[]): Root | null =>
  roots.find((root) => !isWork(root)) ?? roots.filter(isWork).sort(older)[0] ?? null;

/** Works identical with the item, unless staff have separated them. */
const joined = (works: readonly Root[], root: Root): readonly Root[] =>
  [...new Map(works.map((each) => [each.id, each])).values()].filter(
    (each) => each.id !== root.id && !isApart(each, root),
  );

/** Items that staff have kept apart from the names of this item, or from works that are joined to it. */
const partedFrom = (found: readonly Found[], others: readonly Root[]): readonly string[] => [
  ...found.flatMap(({ identifier }) => identifier.withdrawn.map(({ to }) => idOf(to))),
  ...others.flatMap(({ loaded }) => loaded.state.apartFrom ?? []),
];

/** Keeps a later join from undoing this. False if another item is now shown in place of the work. */
const keepApart = async (deps: Deps, caller: Caller, key: string, from: readonly string[]): Promise<boolean> => {
  for (const each of from) {
    const command = { type: 'KeepApart', from: each } as const;
    const { state } = await handle(deps, publicationAggregate, key, command, causedBy(deps.ids, caller));
    if (state.supersededBy !== undefined) return false;
  }
  return true;
};

/** The publication of the entry's DOI, as it is: an alias is followed once the registry has answered. */
const publicationOf = async (deps: Deps, { workspace }: Caller, doi: string): Promise<Root> => ({
  id: doi,
  loaded: await loadState(deps.events, publicationAggregate, workspace, doi),
});

/**
 * When this returns, every identifier that named nothing names an item, the same one for all concurrent callers: it is assigned
 * once, at the revision that was read, and a caller that comes second looks again. So two workers cannot make two items of one.
 * Only an identifier that staff have withdrawn from the item stays free. Throws `Refused('conflict')` if it keeps changing.
 */
export const resolveWork = async (deps: Deps, named: Named, caller: Caller): Promise<Resolved> => {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const found = await Promise.all(
      named.aliases.map((alias) => find(deps.events, caller.workspace, alias, named.doi)),
    );
    const all = openTo(found);
    // The registry's record of a DOI decides which works the publication replaces.
    const doubtful = named.doi === null ? doubtfulIn(all, named.entry) : [];
    const open = new Map([...all].filter(([, root]) => !doubtful.some(({ id }) => id === root.id)));
    const roots = [...open.values()];
    const works = roots.filter(isWork);
    const root = named.doi === null ? chosen(roots) : null;
    const id = named.doi ?? root?.id ?? (await newKey(deps, caller, named, found));
    const target = named.doi === null || works.length === 0 ? root : await publicationOf(deps, caller, named.doi);
    const others = target === null ? [] : joined(works, target);
    if (!isDoi(id) && !(await keepApart(deps, caller, id, partedFrom(found, others)))) continue;
    let isLost = false;
    for (const each of found) {
      const { alias, identifier } = each;
      // It still names that item.
      if (all.has(each) && !open.has(each)) continue;
      // With a DOI, the source's own name for the entry is not needed: the list still has the DOI if that name changes.
      if (identifier.assigned !== null || (named.doi !== null && alias.isSources === true)) continue;
      const to = open.get(each)?.id ?? id;
      if (isWithdrawn(identifier, itemOf(to))) continue;
      const assigned = await assign(deps, caller, named, { id: alias.id, to });
      isLost ||= assigned === null || idOf(assigned.to) !== to;
    }
    if (isLost) continue;
    const undecided = root === null ? doubtful : doubtful.filter((each) => !isApart(each, root));
    return { id, others, doubtful: undecided.map((each) => each.id) };
  }
  throw new Refused('conflict', 'concurrent_changes', "the work's identity kept changing; try again");
};
