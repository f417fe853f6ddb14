/** Joins items that are one: it takes over what staff decided about the other, and is then shown in its place. */
import { Refused } from '../../domain/errors.ts';
import { isDoi } from '../../domain/item.ts';
import type { PublicationCommand } from '../../domain/publication/commands.ts';
import type { PublicationEvent } from '../../domain/publication/events.ts';
import { sameNotice } from '../../domain/publication/notices.ts';
import { mayReplace } from '../../domain/publication/one-list.ts';
import { publication } from '../../domain/publication/publication.ts';
import type { Publication } from '../../domain/publication/state.ts';
import { causedBy, type Caller } from '../caller.ts';
import { handle, handleFrom, type Deps, type Handled, type HandleOptions } from '../handle.ts';
import { publicationAggregate } from '../publication.ts';
import { rootOf, standingAt, type Root } from './roots.ts';

/** `earlier`: the other one as of the previous takeover. `keepsDescription`: see `Joining`. */
export const takeOver = async (
  deps: Deps,
  by: string,
  state: Publication,
  earlier: Publication,
  caller: Caller,
  keepsDescription = false,
): Promise<void> => {
  if (state.status === 'absent') return;
  const { doi, original, source, overlay, custom, links, unlinked, notices, kept, identifiers = [] } = state;
  const { dismissed: before = [] } = earlier;
  const command = {
    type: 'TakeOverPublication',
    ...{ overlay, custom, links, unlinked, notices, kept },
    settled: Object.values(state.settled),
    dismissed: (state.dismissed ?? []).filter((notice) => !before.some((other) => sameNotice(other, notice))),
    ...(keepsDescription && source === null && { described: original }),
    ...(earlier.status !== 'absent' && { earlier: { overlay: earlier.overlay } }),
    // Those of a DOI are found by their own streams.
    ...(!isDoi(by) && { identified: { identifiers, work: doi } }),
  } as const;
  await handle(deps, publicationAggregate, by, command, causedBy(deps.ids, caller));
};

/** A circle would lead to no item at all. */
export const mustNotSupersede = (by: string, id: string): void => {
  if (by === id)
    throw new Refused('conflict', 'supersedes_it', 'this item is now shown in place of the other one', {
      accepted: 'first undo the event that superseded the other item',
    });
};

type Join = Extract<PublicationCommand, { readonly type: 'SupersedePublication' }>;

type Joining = HandleOptions<Publication> & {
  /** Whether the item is still the one that was looked at. */
  readonly isDue?: (state: Publication) => boolean;
  /** What staff have described, rather than a provider, is kept where the other item says nothing. */
  readonly keepsDescription?: boolean;
};

/** `by` must exist. What is decided about the other one during the takeover leads to another attempt, which takes that over too. */
export const join = (
  deps: Deps,
  id: string,
  command: Omit<Join, 'type'>,
  caller: Caller,
  { isDue = () => true, keepsDescription = false, ...options }: Joining = {},
): Promise<Handled<Publication, PublicationEvent>> => {
  const asked: Join = { type: 'SupersedePublication', ...command };
  let earlier = publication.initial;
  const from = async (state: Publication): Promise<Join | null> => {
    if (!isDue(state) || publication.decide(asked, state).length === 0) return null;
    await takeOver(deps, command.by, state, earlier, caller, keepsDescription);
    earlier = state;
    return asked;
  };
  const request = { type: asked.type, asked, from };
  return handleFrom(deps, publicationAggregate, id, request, causedBy(deps.ids, caller), options);
};

const suggest = async (deps: Deps, key: string, by: string, caller: Caller): Promise<void> =>
  void (await handle(deps, publicationAggregate, key, { type: 'SuggestJoin', by }, causedBy(deps.ids, caller)));

/** Publications with different DOIs are never one. */
export const suggestJoins = async (
  deps: Deps,
  id: string,
  others: readonly string[],
  caller: Caller,
): Promise<void> => {
  for (const other of others) {
    if (!isDoi(id)) await suggest(deps, id, other, caller);
    else if (!isDoi(other)) await suggest(deps, other, id, caller);
  }
};

const comparedBy = (state: Publication): number | null => (state.status === 'absent' ? null : state.since);

/**
 * Skips a work that has become another one, and all if `by` was itself superseded: the caller looks again. `by` must exist. Works that
 * the entry of `owner`'s list may not join are suggested to staff. False if there were no others.
 */
export const supersede = async (
  deps: Deps,
  works: readonly Root[],
  by: string,
  owner: string,
  caller: Caller,
): Promise<boolean> => {
  const standing = works.length === 0 ? null : standingAt(await rootOf(deps.events, caller.workspace, by));
  let isAnyJoined = false;
  for (const work of works) {
    const [its, compared] = [standingAt(work), comparedBy(work.loaded.state)];
    try {
      if (its !== null && standing !== null && !mayReplace(standing, its, owner)) {
        await suggest(deps, work.id, by, caller);
        continue;
      }
      isAnyJoined = true;
      await join(deps, work.id, { by }, caller, { isDue: (now) => comparedBy(now) === compared });
    } catch (error) {
      if (!(error instanceof Refused && error.code === 'publication_superseded')) throw error;
    }
  }
  return isAnyJoined;
};

/** Staff accept a suggestion. Throws `Refused`, also if the work is itself shown in place of the other item. */
export const joinSuggested = async (
  deps: Deps,
  key: string,
  suggested: string,
  caller: Caller,
  options: HandleOptions<Publication>,
): Promise<Handled<Publication, PublicationEvent>> => {
  const { id: by } = await rootOf(deps.events, caller.workspace, suggested);
  mustNotSupersede(by, key);
  return join(deps, key, { by, ofSuggestion: suggested }, caller, options);
};
