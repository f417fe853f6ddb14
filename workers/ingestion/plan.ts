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

/** An identifier of an entry without a DOI, and the DOI that another entry has for what it names. */
export type Pair = { readonly identifier: string; readonly doi: string };

const pairsOf = (dois: ReadonlyMap<string, string>, work: ListedWork): readonly Pair[] => {
  const ids = aliasesOf(work).map(({ id }) => id);
  const known = new Set(ids.flatMap((id) => dois.get(id) ?? []));
  return [...known].flatMap((doi) => ids.map((identifier) => ({ identifier, doi })));
};

const doisByIdentifier = (listed: readonly ListedWork[]): ReadonlyMap<string, string> =>
  new Map(listed.flatMap((work) => work.dois.flatMap((doi) => aliasesOf(work).map(({ id }) => [id, doi] as const))));

const withoutDoi = (listed: readonly ListedWork[]): readonly ListedWork[] =>
  listed.filter(({ dois }) => dois.length === 0);

/** The identifiers of entries without a DOI that would be taken for publications of the same lists. */
export const identifiersToCheck = (listed: readonly ListedWork[]): ReadonlySet<string> => {
  const dois = doisByIdentifier(listed);
  const ids = withoutDoi(listed).map((work) => aliasesOf(work).map(({ id }) => id));
  return new Set(ids.filter((each) => each.some((id) => dois.has(id))).flat());
};

/** `isTakenBack`: staff have said that the identifier does not name the publication. */
export const planOf = (
  listed: readonly ListedWork[],
  personName: string | null,
  isTakenBack: (pair: Pair) => boolean = () => false,
): Plan => {
  const publications = new Map<string, Planned>();
  const works = new Map<string, Planned>();
  for (const work of listed)
    for (const doi of work.dois) publications.set(doi, joined(publications.get(doi), work, personName));
  const dois = doisByIdentifier(listed);
  for (const work of withoutDoi(listed)) {
    // Another source knows the DOI of what this one names by another identifier.
    const pairs = pairsOf(dois, work);
    const apart = new Set(pairs.filter(isTakenBack).map(({ doi }) => doi));
    const doi = pairs.find((pair) => !apart.has(pair.doi))?.doi;
    if (doi !== undefined) publications.set(doi, joined(publications.get(doi), work, personName));
    else works.set(nameOf(work), joined(works.get(nameOf(work)), work, personName));
  }
  return { publications, works };
};
