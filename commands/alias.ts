/** Aliases of DOIs: a registry answers one with another, which takes over what staff decided and is shown in its place. */
import type { Publication } from '../domain/publication/state.ts';
import type { PublicationEvent } from '../domain/publication/events.ts';
import { publication } from '../domain/publication/publication.ts';
import { sameNotice } from '../domain/publication/notices.ts';
import { loadState } from './aggregate.ts';
import { causedBy, type Caller } from './caller.ts';
import { handle, handleFrom, type Deps, type Handled } from './handle.ts';
import { afterHandover } from './handing-over.ts';
import type { EventStore } from './ports.ts';
import { publicationAggregate } from './publication.ts';

/** The DOI shown in place of this one; itself unless it is an alias. */
export const primaryOf = async (events: EventStore, workspace: string, doi: string): Promise<string> => {
  const seen = new Set<string>();
  for (let at = doi; ;) {
    const { state } = await loadState(events, publicationAggregate, workspace, at);
    if (state.supersededBy === undefined || seen.has(at)) return at;
    seen.add(at);
    at = state.supersededBy;
  }
};

const isShown = (state: Publication): boolean => state.status === 'active' && state.visible;

/** Whether staff have hidden or deleted it. */
export const isHidden = (state: Publication): boolean => state.status !== 'absent' && !isShown(state);

/**
 * The DOI to show in place of `alias`, which a registry answers with `answered`. Null if staff have said that they differ, or hidden the
 * other one while they show this one, and if the other one is itself an alias of this one.
 */
export const standInFor = async (
  events: EventStore,
  workspace: string,
  alias: { readonly doi: string; readonly state: Publication },
  answered: string,
): Promise<string | null> => {
  const { doi, state } = alias;
  const primary = await primaryOf(events, workspace, answered);
  const { apartFrom = [] } = state;
  if (primary === doi || apartFrom.includes(primary) || apartFrom.includes(answered)) return null;
  const { state: other } = await loadState(events, publicationAggregate, workspace, primary);
  return isShown(state) && isHidden(other) ? null : primary;
};

/** `earlier`: the alias as of the previous takeover. */
export const takeOverAlias = async (
  deps: Deps,
  by: string,
  state: Publication,
  earlier: Publication,
  caller: Caller,
): Promise<void> => {
  if (state.status === 'absent') return;
  const { overlay, custom, links, unlinked, notices } = state;
  const settled = Object.values(state.settled);
  const before = earlier.status === 'absent' ? {} : { earlier: { overlay: earlier.overlay } };
  const { dismissed: dismissedBefore = [] } = earlier;
  const dismissed = (state.dismissed ?? []).filter(
    (notice) => !dismissedBefore.some((other) => sameNotice(other, notice)),
  );
  const taken = { overlay, custom, links, unlinked, settled, notices, dismissed };
  const command = { type: 'TakeOverPublication', ...taken, ...before } as const;
  await handle(deps, publicationAggregate, by, command, causedBy(deps.ids, caller));
};

/** `by` must exist. Edits made during the takeover are taken over again. */
export const supersedeAlias = (
  deps: Deps,
  alias: string,
  by: string,
  caller: Caller,
): Promise<Handled<Publication, PublicationEvent>> => {
  const command = { type: 'SupersedePublication', by } as const;
  const from = afterHandover(publication, command, (state, earlier) => takeOverAlias(deps, by, state, earlier, caller));
  const request = { type: command.type, asked: command, from };
  return handleFrom(deps, publicationAggregate, alias, request, causedBy(deps.ids, caller));
};

/** What only a list described under a misprint of another DOI; null if there is nothing, or a provider described it. */
const misprinted = async (events: EventStore, workspace: string, misprint: string): Promise<Publication | null> => {
  const { state } = await loadState(events, publicationAggregate, workspace, misprint);
  return state.status === 'absent' || state.source.provider !== 'orcid' ? null : state;
};

/** Whether staff have hidden or deleted what a list described under one of the misprints. */
export const isMisprintHidden = async (
  events: EventStore,
  workspace: string,
  misprints: readonly string[],
): Promise<boolean> => {
  for (const misprint of misprints) {
    const state = await misprinted(events, workspace, misprint);
    if (state !== null && state.supersededBy === undefined && isHidden(state)) return true;
  }
  return false;
};

/** Supersedes what only a list described under a misprint of a DOI that a provider knows. */
export const supersedeMisprint = async (deps: Deps, misprint: string, by: string, caller: Caller): Promise<void> => {
  const { workspace } = caller;
  const state = await misprinted(deps.events, workspace, misprint);
  if (state === null) return;
  const primary = await standInFor(deps.events, workspace, { doi: misprint, state }, by);
  if (primary !== null) await supersedeAlias(deps, misprint, primary, caller);
};
