/** What staff decide about one author by hand; no machine undoes it. */
import { Refused } from '../domain/errors.ts';
import { MATCHING } from '../domain/limits.ts';
import type { PublicationEvent } from '../domain/publication/events.ts';
import type { Candidate } from '../domain/publication/matching.ts';
import { doubtsIn, linkedOrcids, type Publication } from '../domain/publication/state.ts';
import { loadState } from './aggregate.ts';
import type { Caller } from './caller.ts';
import { handleFrom, type Deps, type Handled, type HandleOptions } from './handle.ts';
import { personAggregate } from './person.ts';
import { publicationAggregate } from './publication.ts';

export type StaffDecision = 'link' | 'unlink' | 'accept' | 'reject';

export type DecideDeps = Deps & {
  /** The registered people among these iDs, with every name they have. */
  readonly named: (orcids: readonly string[]) => Promise<readonly Candidate[]>;
};

/** Of everyone linked or suggested, so that the result is what matching would find after the decision. */
const matchingOf = async (named: DecideDeps['named'], state: Publication, orcid: string) => {
  if (state.status === 'absent') return undefined;
  const decidedOn = [orcid, ...state.match.suggested.map((suggested) => suggested.orcid)];
  const all = [...new Set([...decidedOn, ...linkedOrcids(state)])].slice(0, MATCHING.candidates);
  return { people: await named(all), only: decidedOn.filter((each) => all.includes(each)) };
};

/** Throws what the decider throws for an unknown publication, person or suggestion. */
export const decideAuthor = async (
  { named, ...deps }: DecideDeps,
  doi: string,
  orcid: string,
  decision: StaffDecision,
  caller: Caller,
): Promise<Handled<Publication, PublicationEvent>> => {
  const { state: person } = await loadState(deps.events, personAggregate, caller.workspace, orcid);
  const type = decision === 'link' || decision === 'accept' ? 'LinkAuthor' : 'UnlinkAuthor';
  const decide = {
    type,
    asked: { type, orcid },
    from: async (state: Publication) => {
      const matching = await matchingOf(named, state, orcid);
      return {
        type,
        orcid,
        basis: 'staff',
        ofSuggestion: decision === 'accept' || decision === 'reject',
        isRegistered: person.status !== 'absent' && person.mergedInto === undefined,
        ...(matching !== undefined && { matching }),
      } as const;
    },
  } as const;
  return handleFrom(deps, publicationAggregate, doi, decide, caller);
};

/** `entry`: of the list `role`, from zero; null for a new one. */
export type Identification = { readonly orcid: string; readonly role: string; readonly entry: number | null };

/**
 * Records which entry of the record the linked person is. Throws what the decider throws, and `Refused('stale')` if `ifRevision` is not
 * the current revision.
 */
export const identifyContributor = async (
  { named, ...deps }: DecideDeps,
  doi: string,
  asked: Identification,
  caller: Caller,
  options: Pick<HandleOptions<Publication>, 'ifRevision'>,
): Promise<Handled<Publication, PublicationEvent>> => {
  const type = 'IdentifyContributor';
  const from = async (state: Publication) => {
    const matching = (await matchingOf(named, state, asked.orcid)) ?? { people: [] };
    return { type, ...asked, matching } as const;
  };
  return handleFrom(deps, publicationAggregate, doi, { type, asked: { type, ...asked }, from }, caller, options);
};

/** Records that a doubtful link is right. Throws `Refused('not_found')` if the link is not doubtful. */
export const settleAttention = async (
  deps: Deps,
  doi: string,
  orcid: string,
  caller: Caller,
): Promise<Handled<Publication, PublicationEvent>> => {
  const type = 'SettleAttention';
  const from = (state: Publication) => {
    const settled = state.status === 'absent' ? [] : doubtsIn(state.match).filter((doubt) => doubt.orcid === orcid);
    if (state.status !== 'absent' && settled.length === 0)
      throw new Refused('not_found', 'attention_not_found', `the link of ${orcid} needs no attention`, {
        field: 'orcid',
        accepted: 'the ORCID iD of a linked person who needs attention',
      });
    return Promise.resolve({ type, settled, open: [] } as const);
  };
  return handleFrom(deps, publicationAggregate, doi, { type, asked: { type, orcid }, from }, caller);
};
