/** Follows an item to the one that is shown in its place. */
import type { Publication } from '../../domain/publication/state.ts';
import { standingOf, type Standing } from '../../domain/publication/one-list.ts';
import { loadState, type Loaded } from '../aggregate.ts';
import type { EventStore } from '../ports.ts';
import { publicationAggregate } from '../publication.ts';

/** An item that nothing supersedes, whether or not it exists yet: its DOI or key. */
export type Root = { readonly id: string; readonly loaded: Loaded<Publication> };

/**
 * Works supersede each other in one direction only (see `older`), and no undo creates a circle. Registries may: then the first
 * alias that is met again.
 */
export const rootOf = async (events: EventStore, workspace: string, id: string): Promise<Root> => {
  const seen = new Set<string>();
  for (let at = id; ;) {
    const loaded = await loadState(events, publicationAggregate, workspace, at);
    const { supersededBy } = loaded.state;
    if (supersededBy === undefined || seen.has(at)) return { id: at, loaded };
    seen.add(at);
    at = supersededBy;
  }
};

const since = ({ loaded: { state } }: Root): number => (state.status === 'absent' ? Infinity : state.since);

/** Negative if the first of two works is older, and so supersedes the second. All callers must agree, or each could supersede the other. */
export const older = (one: Root, other: Root): number => {
  const [a, b] = [since(one), since(other)];
  if (a !== b) return a < b ? -1 : 1;
  return one.id < other.id ? -1 : 1;
};

/** Null for an item that does not exist. */
export const standingAt = ({ loaded: { state } }: Root): Standing | null =>
  state.status === 'absent' ? null : standingOf(state);
