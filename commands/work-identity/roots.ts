/** Follows identifiers from work to work to the item shown in place of all of them. */
import type { Item } from '../../domain/identifier/events.ts';
import { standingOf, type Standing } from '../../domain/work/one-list.ts';
import type { Work } from '../../domain/work/state.ts';
import { loadState, type Loaded } from '../aggregate.ts';
import { primaryOf } from '../alias.ts';
import type { EventStore } from '../ports.ts';
import { publicationAggregate } from '../publication.ts';
import { workAggregate } from '../work.ts';

/** A publication, or a work that nothing supersedes, whether or not it exists yet. */
export type Root = { readonly item: { readonly doi: string } } | WorkRoot;
export type WorkRoot = { readonly item: { readonly work: string }; readonly loaded: Loaded<Work> };

export const isWork = (root: Root): root is WorkRoot => 'work' in root.item;

/** Works supersede each other in one direction only (see `older`), and no undo creates a circle, so this ends. An alias leads to its primary DOI. */
export const rootOf = async (events: EventStore, workspace: string, item: Item): Promise<Root> => {
  let at = item;
  for (;;) {
    if ('doi' in at) return { item: { doi: await primaryOf(events, workspace, at.doi) } };
    const loaded = await loadState(events, workAggregate, workspace, at.work);
    if (loaded.state.supersededBy === null) return { item: at, loaded };
    at = loaded.state.supersededBy;
  }
};

const since = ({ loaded: { state } }: WorkRoot): number => (state.status === 'absent' ? Infinity : state.since);

/** Negative if the first of two works is older, and so supersedes the second. All callers must agree, or each could supersede the other. */
export const older = (one: WorkRoot, other: WorkRoot): number => {
  const [a, b] = [since(one), since(other)];
  if (a !== b) return a < b ? -1 : 1;
  return one.item.work < other.item.work ? -1 : 1;
};

/** As it was read; null for a work that does not exist. */
export const standingAt = ({ loaded: { state } }: WorkRoot): Standing | null =>
  state.status === 'absent' ? null : standingOf(state);

/** As the log has it now; null for an item that does not exist. */
export const standingIn = async (events: EventStore, workspace: string, item: Item): Promise<Standing | null> => {
  const { state } = await ('doi' in item
    ? loadState(events, publicationAggregate, workspace, item.doi)
    : loadState(events, workAggregate, workspace, item.work));
  return state.status === 'absent' ? null : standingOf(state);
};
