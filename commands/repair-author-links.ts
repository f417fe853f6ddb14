/** Repairs the author links of one publication, or finds out what that would change. */
import type { Position } from '../domain/event.ts';
import type { Match } from '../domain/publication/events.ts';
import type { Matching } from '../domain/publication/matching.ts';
import { eachLink, type LinkChange } from '../domain/publication/links.ts';
import { authorMatchState, type Present } from '../domain/publication/state.ts';
import { causedBy, type Caller } from './caller.ts';
import { handle, type Deps } from './handle.ts';
import { publicationAggregate } from './publication.ts';

export type Repaired = {
  readonly doi: string;
  readonly changed: boolean;
  readonly linked: readonly LinkChange[];
  readonly unlinked: readonly LinkChange[];
  readonly match: Match;
  readonly state: 'needs_attention' | 'complete';
  /** The position that listings must reach to show it; null for a dry run. */
  readonly position: Position | null;
};

/** `dryRun` makes the same decision and records nothing. Throws `Refused('not_found')`. */
export const repairAuthorLinks = async (
  deps: Deps,
  doi: string,
  { dryRun, ...matching }: Matching & { readonly dryRun: boolean },
  caller: Caller,
): Promise<Repaired> => {
  const command = { type: 'RepairAuthorLinks', ...matching } as const;
  const done = await handle(deps, publicationAggregate, doi, command, causedBy(deps.ids, caller), { dryRun });
  // The decider refuses an absent publication.
  const after = done.state as Present;
  const of = (type: 'AuthorLinked' | 'AuthorUnlinked'): readonly LinkChange[] =>
    done.events.flatMap((event) => (event.type === type ? eachLink(event.data.links) : []));
  return {
    doi,
    changed: done.events.length > 0,
    linked: of('AuthorLinked'),
    unlinked: of('AuthorUnlinked'),
    match: after.match,
    state: authorMatchState(after),
    position: dryRun ? null : done.position,
  };
};
