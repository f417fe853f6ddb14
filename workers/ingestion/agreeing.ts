/** Joins works without a DOI with the publications whose records agree with theirs; where that is not certain, staff decide. */
import { isHidden } from '../../commands/alias.ts';
import { loadState } from '../../commands/aggregate.ts';
import type { Caller } from '../../commands/caller.ts';
import type { Deps } from '../../commands/handle.ts';
import { publicationAggregate } from '../../commands/publication.ts';
import { join, suggestJoins } from '../../commands/work-identity/supersede.ts';
import { isDoi } from '../../domain/item.ts';
import { agreementOf } from '../../domain/publication/agreeing.ts';
import type { Present } from '../../domain/publication/state.ts';
import { merge } from '../../domain/record/overlay.ts';
import type { ReadModels } from '../../projections/ports.ts';
import { withTheTitle } from '../../projections/queries/same-title.ts';

type JoiningDeps = Deps & { readonly readModels: ReadModels };

const stateOf = async ({ events }: Deps, workspace: string, id: string): Promise<Present | null> => {
  const { state } = await loadState(events, publicationAggregate, workspace, id);
  return state.status === 'active' && state.supersededBy === undefined ? state : null;
};

/** Of a publication whose record has just come from a registry, or a work that a list has just added. */
export const joinAgreeing = async (deps: JoiningDeps, id: string, caller: Caller): Promise<void> => {
  const { workspace } = caller;
  const own = await stateOf(deps, workspace, id);
  if (own === null) return;
  const others = await withTheTitle(deps.readModels, workspace, merge(own), { hasDoi: !isDoi(id) });
  for (const other of others) {
    const its = await stateOf(deps, workspace, other);
    if (its === null) continue;
    const [work, publication] = isDoi(id) ? [its, own] : [own, its];
    const agreement = agreementOf(work, publication);
    if (agreement === null) continue;
    // What staff have hidden must not be shown under its DOI.
    const isCertain = agreement === 'same' && (!isHidden(work) || isHidden(publication));
    if (isCertain) await join(deps, work.doi, { by: publication.doi }, caller);
    else await suggestJoins(deps, work.doi, [publication.doi], caller);
    // One work is one publication.
    if (isCertain && !isDoi(id)) return;
  }
};
