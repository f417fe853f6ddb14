/** What staff decide about one author by hand; no machine undoes it. */
import { Refused } from '../domain/errors.ts';
import type { PublicationEvent } from '../domain/publication/events.ts';
import type { Publication } from '../domain/publication/state.ts';
import { loadState } from './aggregate.ts';
import type { Caller } from './caller.ts';
import { handle, type Deps, type Handled } from './handle.ts';
import { personAggregate } from './person.ts';
import { publicationAggregate } from './publication.ts';

export type AuthorDecision = 'link' | 'unlink';

/** Throws `Refused('not_found')` for an unknown publication, `Refused('invalid')` when linking a person who is not registered. */
export const decideAuthor = async (
  deps: Deps,
  doi: string,
  orcid: string,
  decision: AuthorDecision,
  caller: Caller,
): Promise<Handled<Publication, PublicationEvent>> => {
  if (decision === 'link') {
    const { state } = await loadState(deps.events, personAggregate, caller.workspace, orcid);
    if (state.status === 'absent')
      throw new Refused('not_found', 'person_not_registered', `no person is registered with ${orcid}`, {
        field: 'orcid',
        accepted: 'the ORCID iD of a person registered in the workspace',
      });
  }
  const type = decision === 'link' ? 'LinkAuthor' : 'UnlinkAuthor';
  return handle(deps, publicationAggregate, doi, { type, orcid, basis: 'staff' }, caller);
};
