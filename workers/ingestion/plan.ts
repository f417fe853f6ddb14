/** Plans what to record from the lists of an iD: each publication and each work once. */
import PQueue from 'p-queue';
import { loadState } from '../../commands/aggregate.ts';
import { identifierAggregate } from '../../commands/aggregates.ts';
import type { EventStore } from '../../commands/ports.ts';
import { idOf } from '../../domain/item.ts';
import { nameIndex } from '../../domain/name-index.ts';
import type { LinkBasis } from '../../domain/publication/events.ts';
import { type Alias, aliasesOf, aliasesOfDoi, joinedAliases } from '../../domain/publication/naming.ts';
import type { ListedWork } from './ports.ts';

type MachineBasis = Exclude<LinkBasis, 'staff'>;

export type Planned = {
  /** The strongest evidence that the iD is an author; null if the lists give none. */
  readonly basis: MachineBasis | null;
  /** A list has the work for the iD, but cut its names off. */
  readonly isCutOff?: true;
  /** The list's entry, used if no provider has a record. */
  readonly listed: ListedWork;
  /** Which lists have it. */
  readonly sources: readonly ListedWork['source'][];
  /** Other identifiers in its list entries. */
  readonly aliases: readonly Alias[];
  /** Misprints of its DOI in its list entries. */
  readonly misprints: readonly string[];
};

export type Plan = {
  /** The person's. */
  readonly names: readonly string[];
  /** By DOI. */
  readonly publications: ReadonlyMap<string, Planned>;
  /** By their strongest identifier. */
  readonly works: ReadonlyMap<string, Planned>;
};

type Names = ReturnType<typeof nameIndex>;

const basisOf = ({ source, listedName }: ListedWork, names: Names): MachineBasis | null => {
  if (source === 'orcid') return 'orcid_list';
  return listedName !== null && names.find(listedName, true).places.size > 0 ? 'openalex_list' : null;
};

const MOST_MISPRINTS = 10;

const joined = (
  known: Planned | undefined,
  work: ListedWork,
  names: Names,
  own: readonly Alias[] = aliasesOf(work),
): Planned => {
  const basis = basisOf(work, names);
  const aliases = joinedAliases(known?.aliases ?? [], own);
  const misprints = [...(known?.misprints ?? []), ...(work.given ?? [])].slice(0, MOST_MISPRINTS);
  const cutOff = (work.isCutOff ?? known?.isCutOff) === true && ({ isCutOff: true } as const);
  if (known === undefined) return { basis, listed: work, sources: [work.source], aliases, misprints, ...cutOff };
  const sources = [...new Set([...known.sources, work.source])];
  // The person's own ORCID list is the better evidence and the better description.
  const isOwn = work.source === 'orcid' && known.listed.source !== 'orcid';
  return {
    ...(isOwn ? { basis, listed: work } : { basis: known.basis ?? basis, listed: known.listed }),
    ...{ sources, aliases, misprints },
    ...cutOff,
  };
};

/** The key of a work without a DOI: its strongest identifier, else the source's own. */
const nameOf = (work: ListedWork): string => aliasesOf(work)[0]?.id ?? work.fallbackKey;

/** An identifier of an entry without a DOI, and the DOI of another entry with the same work. */
type Pair = { readonly identifier: string; readonly doi: string };

const pairsOf = (dois: ReadonlyMap<string, string>, work: ListedWork): readonly Pair[] => {
  const ids = aliasesOf(work).map(({ id }) => id);
  const known = new Set(ids.flatMap((id) => dois.get(id) ?? []));
  return [...known].flatMap((doi) => ids.map((identifier) => ({ identifier, doi })));
};

/** Aliases of a DOI. An id of arXiv is one of arXiv's own DOI, and of another only if the lists do not have that one. */
const aliasesWithin = (listed: readonly ListedWork[]) => {
  const dois = new Set(listed.flatMap((work) => work.dois));
  const own = new Map([...dois].flatMap((doi) => aliasesOfDoi(doi).map(({ id }) => [id, doi])));
  return (work: ListedWork, doi: string): readonly Alias[] =>
    [...aliasesOfDoi(doi), ...aliasesOf(work)].filter(({ id }) => (own.get(id) ?? doi) === doi);
};

const doisByIdentifier = (
  listed: readonly ListedWork[],
  aliases = aliasesWithin(listed),
): ReadonlyMap<string, string> =>
  new Map(listed.flatMap((work) => work.dois.flatMap((doi) => aliases(work, doi).map(({ id }) => [id, doi] as const))));

const withoutDoi = (listed: readonly ListedWork[]): readonly ListedWork[] =>
  listed.filter(({ dois }) => dois.length === 0);

/** Identifiers of entries without a DOI that would be merged into publications of the same lists. */
const identifiersToCheck = (listed: readonly ListedWork[]): ReadonlySet<string> => {
  const dois = doisByIdentifier(listed);
  const ids = withoutDoi(listed).map((work) => aliasesOf(work).map(({ id }) => id));
  return new Set(ids.filter((each) => each.some((id) => dois.has(id))).flat());
};

/** `isTakenBack`: staff decided that the identifier does not belong to the publication. */
export const planOf = (
  listed: readonly ListedWork[],
  allNames: readonly string[],
  isTakenBack: (pair: Pair) => boolean = () => false,
): Plan => {
  const publications = new Map<string, Planned>();
  const works = new Map<string, Planned>();
  const names = nameIndex(allNames);
  const aliases = aliasesWithin(listed);
  for (const work of listed)
    for (const doi of work.dois) publications.set(doi, joined(publications.get(doi), work, names, aliases(work, doi)));
  const dois = doisByIdentifier(listed, aliases);
  for (const work of withoutDoi(listed)) {
    // Another list entry may have the DOI for one of these identifiers.
    const pairs = pairsOf(dois, work);
    const apart = new Set(pairs.filter(isTakenBack).map(({ doi }) => doi));
    const doi = pairs.find((pair) => !apart.has(pair.doi))?.doi;
    if (doi !== undefined) publications.set(doi, joined(publications.get(doi), work, names, aliases(work, doi)));
    else works.set(nameOf(work), joined(works.get(nameOf(work)), work, names));
  }
  return { names: allNames, publications, works };
};

const MAX_CONCURRENT = 16;

/** Reads the stream of each identifier that would merge an entry without a DOI into a publication. Throws `Unavailable`. */
export const takenBackIn = async (events: EventStore, workspace: string, listed: readonly ListedWork[]) => {
  const takenBack = new Map<string, ReadonlySet<string>>();
  const look = async (identifier: string): Promise<void> => {
    const { withdrawn } = (await loadState(events, identifierAggregate, workspace, identifier)).state;
    if (withdrawn.length > 0) takenBack.set(identifier, new Set(withdrawn.map(({ to }) => idOf(to))));
  };
  const looks = [...identifiersToCheck(listed)].map((identifier) => () => look(identifier));
  await new PQueue({ concurrency: MAX_CONCURRENT }).addAll(looks);
  return ({ identifier, doi }: Pair): boolean => takenBack.get(identifier)?.has(doi) === true;
};
