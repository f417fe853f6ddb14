/** Aliases of DOIs: a registry answers one with another, which takes over what staff decided and is shown in its place. */
import type { Publication } from '../domain/publication/state.ts';
import { loadState } from './aggregate.ts';
import type { Caller } from './caller.ts';
import type { Deps } from './handle.ts';
import type { EventStore } from './ports.ts';
import { publicationAggregate } from './publication.ts';
import { rootOf } from './work-identity/roots.ts';
import { join } from './work-identity/supersede.ts';

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
  const { id: primary, loaded } = await rootOf(events, workspace, answered);
  const { apartFrom = [] } = state;
  if (primary === doi || apartFrom.includes(primary) || apartFrom.includes(answered)) return null;
  return isShown(state) && isHidden(loaded.state) ? null : primary;
};

/** What only a list described under a misprint of another DOI; null if there is nothing, or a provider described it. */
const misprinted = async (events: EventStore, workspace: string, misprint: string): Promise<Publication | null> => {
  const { state } = await loadState(events, publicationAggregate, workspace, misprint);
  return state.status === 'absent' || state.source?.provider !== 'orcid' ? null : state;
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
  if (primary !== null) await join(deps, misprint, { by: primary }, caller);
};
