/** From what the sources list for an iD to what is to be recorded: each publication and each work once. */
import type { LinkBasis } from '../../domain/publication/events.ts';
import { nameFits } from '../../domain/person-name.ts';
import type { ListedWork } from './ports.ts';

type MachineBasis = Exclude<LinkBasis, 'staff'>;

export type Planned = {
  /** The strongest evidence that the iD is an author; null if the lists give none. */
  readonly basis: MachineBasis | null;
  /** What the list says of it, if nobody else describes it. */
  readonly listed: ListedWork;
};

export type Plan = {
  /** By DOI. */
  readonly publications: ReadonlyMap<string, Planned>;
  /** By work key. */
  readonly works: ReadonlyMap<string, Planned>;
};

const basisOf = ({ source, listedName }: ListedWork, personName: string | null): MachineBasis | null => {
  if (source === 'orcid') return 'orcid_list';
  return listedName !== null && personName !== null && nameFits(listedName, personName) ? 'openalex_list' : null;
};

const joined = (known: Planned | undefined, work: ListedWork, personName: string | null): Planned => {
  const basis = basisOf(work, personName);
  if (known === undefined) return { basis, listed: work };
  // The owner's own list is the better evidence and the better word.
  const own = work.source === 'orcid' && known.listed.source !== 'orcid';
  return { basis: own ? basis : (known.basis ?? basis), listed: own ? work : known.listed };
};

const idKey = ({ type, value }: ListedWork['identifiers'][number]): string => `${type}.${value}`;

/** The key of a work without a DOI: its strongest identifier, else the source's own. */
export const workKey = ({ identifiers: [first], fallbackKey }: ListedWork): string =>
  first === undefined ? fallbackKey : idKey(first);

export const planOf = (listed: readonly ListedWork[], personName: string | null): Plan => {
  const publications = new Map<string, Planned>();
  const works = new Map<string, Planned>();
  const doisByIdentifier = new Map<string, string>();
  for (const work of listed)
    for (const doi of work.dois) {
      publications.set(doi, joined(publications.get(doi), work, personName));
      for (const id of work.identifiers) doisByIdentifier.set(idKey(id), doi);
    }
  for (const work of listed) {
    if (work.dois.length > 0) continue;
    // Another source knows the DOI of what this one names by another identifier.
    const doi = work.identifiers.map((id) => doisByIdentifier.get(idKey(id))).find((found) => found !== undefined);
    if (doi !== undefined) publications.set(doi, joined(publications.get(doi), work, personName));
    else works.set(workKey(work), joined(works.get(workKey(work)), work, personName));
  }
  return { publications, works };
};
