/** Repairing the author links of one publication, or finding out what that would change. */
import { Refused } from '../domain/errors.ts';
import type { Position } from '../domain/event.ts';
import type { Match } from '../domain/publication/events.ts';
import type { Matching } from '../domain/publication/repair.ts';
import { evolve } from '../domain/publication/evolve.ts';
import { eachLink, type LinkChange } from '../domain/publication/links.ts';
import { authorMatchState, type Present } from '../domain/publication/state.ts';
import { loadState } from './aggregate.ts';
import { causedBy, type Caller } from './caller.ts';
import { handle, type Deps } from './handle.ts';
import { publicationAggregate } from './publication.ts';

export type { LinkChange } from '../domain/publication/links.ts';

export type Repaired = {
  readonly doi: string;
  readonly changed: boolean;
  readonly linked: readonly LinkChange[];
  readonly unlinked: readonly LinkChange[];
  readonly match: Match;
  readonly state: 'needs_attention' | 'complete';
  /** What listings must have reached to show it; null of a dry run. */
  readonly position: Position | null;
};

/** `dryRun` decides the same from the same, and records nothing. Throws `Refused('not_found')`. */
export const repairAuthorLinks = async (
  deps: Deps,
  doi: string,
  { dryRun, ...matching }: Matching & { readonly dryRun: boolean },
  caller: Caller,
): Promise<Repaired> => {
  const loaded = await loadState(deps.events, publicationAggregate, caller.workspace, doi);
  if (loaded.state.status === 'absent') throw new Refused('not_found', 'publication_not_found', 'no such publication');
  const command = { type: 'RepairAuthorLinks', ...matching } as const;
  const done = dryRun
    ? { events: publicationAggregate.decider.decide(command, loaded.state), position: null }
    : await handle(deps, publicationAggregate, doi, command, causedBy(deps.ids, caller), { loaded });
  const after = done.events.reduce((state, event) => evolve(state, event) as Present, loaded.state);
  const of = (type: 'AuthorLinked' | 'AuthorUnlinked'): readonly LinkChange[] =>
    done.events.flatMap((event) => (event.type === type ? eachLink(event.data.links) : []));
  return {
    doi,
    changed: done.events.length > 0,
    linked: of('AuthorLinked'),
    unlinked: of('AuthorUnlinked'),
    match: after.match,
    state: authorMatchState(after),
    position: done.position,
  };
};
