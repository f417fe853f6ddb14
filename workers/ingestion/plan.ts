/** From what the sources list for an iD to what is to be recorded: each publication and each work once. */
import type { LinkBasis } from '../../domain/publication/events.ts';
import { aliasesOf, joinedAliases, type Alias } from '../../domain/work/naming.ts';
import { nameFits } from '../../domain/person-name.ts';
import type { ListedWork } from './ports.ts';

type MachineBasis = Exclude<LinkBasis, 'staff'>;

export type Planned = {
  /** The strongest evidence that the iD is an author; null if the lists give none. */
  readonly basis: MachineBasis | null;
  /** What the list says of it, if nobody else describes it. */
  readonly listed: ListedWork;
  /** What else its entries in the lists name it by. */
  readonly aliases: readonly Alias[];
};

export type Plan = {
  /** By DOI. */
  readonly publications: ReadonlyMap<string, Planned>;
  /** By their strongest identifier. */
  readonly works: ReadonlyMap<string, Planned>;
};

const basisOf = ({ source, listedName }: ListedWork, personName: string | null): MachineBasis | null => {
  if (source === 'orcid') return 'orcid_list';
  return listedName !== null && personName !== null && nameFits(listedName, personName) ? 'openalex_list' : null;
};

const joined = (known: Planned | undefined, work: ListedWork, personName: string | null): Planned => {
  const basis = basisOf(work, personName);
  const aliases = joinedAliases(known?.aliases ?? [], aliasesOf(work));
  if (known === undefined) return { basis, listed: work, aliases };
  // The owner's own list is the better evidence and the better word.
  const own = work.source === 'orcid' && known.listed.source !== 'orcid';
  return { basis: own ? basis : (known.basis ?? basis), listed: own ? work : known.listed, aliases };
};

/** A work without a DOI, by its strongest identifier, else the source's own. */
const nameOf = (work: ListedWork): string => aliasesOf(work)[0]?.id ?? work.fallbackKey;

export const planOf = (listed: readonly ListedWork[], personName: string | null): Plan => {
  const publications = new Map<string, Planned>();
  const works = new Map<string, Planned>();
  const doisByIdentifier = new Map<string, string>();
  for (const work of listed)
    for (const doi of work.dois) {
      publications.set(doi, joined(publications.get(doi), work, personName));
      for (const { id } of aliasesOf(work)) doisByIdentifier.set(id, doi);
    }
  for (const work of listed) {
    if (work.dois.length > 0) continue;
    // Another source knows the DOI of what this one names by another identifier.
    const doi = aliasesOf(work)
      .map(({ id }) => doisByIdentifier.get(id))
      .find((found) => found !== undefined);
    if (doi !== undefined) publications.set(doi, joined(publications.get(doi), work, personName));
    else works.set(nameOf(work), joined(works.get(nameOf(work)), work, personName));
  }
  return { publications, works };
};
