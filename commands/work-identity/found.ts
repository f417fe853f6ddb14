/** For each name of a listed work, the item it leads to, and the items that staff have said it does not name. */
import type { CslItem } from '../../domain/csl.ts';
import { isWithdrawn, type Identifier } from '../../domain/identifier/identifier.ts';
import { idOf, isDoi, itemOf } from '../../domain/item.ts';
import { aliasesOfDoi, isTitled, type Alias } from '../../domain/publication/naming.ts';
import { isAbout } from '../../domain/publication/one-list.ts';
import { loadState } from '../aggregate.ts';
import { identifierAggregate } from '../aggregates.ts';
import type { EventStore } from '../ports.ts';
import { publicationAggregate } from '../publication.ts';
import { rootOf, standingAt, type Root } from './roots.ts';

export type Found = {
  readonly alias: Alias;
  readonly identifier: Identifier;
  readonly root: Root | null;
};

/** Works that staff have created are found by key, and so is an item shown in place of a key that has no work. */
const keptAt = async (
  events: EventStore,
  workspace: string,
  key: string,
  of: string | undefined,
  identifier: Identifier,
): Promise<Root | null> => {
  const { state } = await loadState(events, publicationAggregate, workspace, key);
  const { supersededBy: by } = state;
  const isKept =
    state.status === 'absent'
      ? of === undefined && by !== undefined && !isWithdrawn(identifier, itemOf(by))
      : of === undefined || isTitled(state.original, of);
  return isKept ? rootOf(events, workspace, key) : null;
};

const keptUnder = async (
  events: EventStore,
  workspace: string,
  { key, of, keyOfStaff = key }: Alias,
  identifier: Identifier,
): Promise<Root | null> => {
  const kept = await keptAt(events, workspace, key, of, identifier);
  return kept !== null || keyOfStaff === key ? kept : keptAt(events, workspace, keyOfStaff, of, identifier);
};

/** `own`: the entry's own DOI, which is not looked up. */
export const find = async (events: EventStore, workspace: string, alias: Alias, own: string | null): Promise<Found> => {
  const { state: identifier } = await loadState(events, identifierAggregate, workspace, alias.id);
  const { assigned } = identifier;
  if (assigned === null) return { alias, identifier, root: await keptUnder(events, workspace, alias, identifier) };
  const id = idOf(assigned.to);
  return { alias, identifier, root: id === own ? null : await rootOf(events, workspace, id) };
};

/** What an identifier leads to, unless staff have said that it, or another name of the same entry, does not name that. */
export const openTo = (found: readonly Found[]): ReadonlyMap<Found, Root> =>
  new Map(
    found.flatMap((each) => {
      const { root, identifier } = each;
      if (root === null) return [];
      const others = found.filter((other) => other !== each || identifier.assigned === null);
      return others.some((other) => isWithdrawn(other.identifier, itemOf(root.id))) ? [] : [[each, root] as const];
    }),
  );

/** The entry of a list: what it says of the work, and whose list it is. */
export type Entry = { readonly summary: CslItem; readonly owner: string };

/** Its own place in the list leads an entry to what it was before, and arXiv's id to arXiv's DOI. */
const isCertain = ({ alias }: Found, { id: root }: Root): boolean =>
  alias.isSources === true || (isDoi(root) && aliasesOfDoi(root).some(({ id }) => id === alias.id));

/** Items that an entry names by one of its identifiers, although it may be about another work. */
export const doubtfulIn = (open: ReadonlyMap<Found, Root>, { summary, owner }: Entry): readonly Root[] => {
  const certain = new Set([...open].flatMap(([each, root]) => (isCertain(each, root) ? [root.id] : [])));
  const others = new Map([...open.values()].map((root) => [root.id, root]));
  return [...others.values()].filter((root) => {
    const standing = certain.has(root.id) ? null : standingAt(root);
    return standing !== null && !isAbout(summary, standing, owner);
  });
};
