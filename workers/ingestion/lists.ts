/** Fetches the lists of an iD: its ORCID record, and the works that each source lists. */
import { isStale } from '../../domain/ingestion/schedule.ts';
import type { Source } from '../../domain/publication/events.ts';
import {
  type IngestionDeps,
  type Listed,
  type ListedWork,
  type NotThere,
  type PersonRecord,
  ProviderUnavailable,
  type RequestSignal,
  type Unchanged,
} from './ports.ts';
import { digestOf, isReadNow, type ListCheck, type ListChecks, type ListName, PARSER } from './provider-checks.ts';

export type Lists = {
  /** Null if ORCID has no such record. */
  readonly record: PersonRecord | null;
  readonly listed: readonly ListedWork[];
  readonly checks: ListChecks;
};

type Deps = Pick<IngestionDeps, 'providers' | 'sources' | 'clock'>;

/** The lists that this installation uses. */
export const listNames = ({ sources }: Pick<Deps, 'sources'>): readonly ListName[] => ['person', ...sources];

/** A digest of all lists; null if one of them is unknown. */
export const digestOfAll = (names: readonly ListName[], checks: ListChecks): string | null => {
  const digests = names.map((name) => checks[name]?.digest ?? null);
  return digests.includes(null) ? null : digestOf([names, digests]);
};

/** OpenAlex's description of a work with a DOI is fetched by the DOI, so a different one in the list does not count as a change. */
const isDescribedElsewhere = ({ source, dois }: ListedWork): boolean => source === 'openalex' && dois.length > 0;

const digestOfWork = (work: ListedWork): string => {
  const { from: _from, summary, ...named } = work;
  return digestOf(isDescribedElsewhere(work) ? named : { ...named, summary });
};

/** Ignores the order of the list, and where and when it was read. */
const digestOfWorks = (works: readonly ListedWork[]): string => digestOf(works.map(digestOfWork).sort());

type Fetched<T> = {
  readonly check: ListCheck;
  /** Null if the source has no such list, undefined if it is not modified. */
  readonly value: T | null | undefined;
};

export type FetchedLists = {
  person?: Fetched<PersonRecord>;
  orcid?: Fetched<readonly ListedWork[]>;
  openalex?: Fetched<readonly ListedWork[]>;
};

const fetchedFrom = <T>(
  answer: Listed<T> | NotThere | Unchanged,
  { name, known, askedAt }: { readonly name: ListName; readonly known: ListCheck | null; readonly askedAt: number },
  digest: (value: T) => string,
): Fetched<T> => {
  if (answer.kind === 'listed') {
    const { value, source } = answer;
    return { check: { askedAt, outcome: 'listed', digest: digest(value), source, parser: PARSER }, value };
  }
  if (answer.kind === 'notThere')
    return { check: { askedAt, outcome: 'notThere', digest: digestOf(null), source: null }, value: null };
  if (known !== null) return { check: { ...known, askedAt }, value: undefined };
  const provider = name === 'person' ? 'orcid' : name;
  throw new ProviderUnavailable(provider, 'unexpected_shape', 'returned "not modified" to an unconditional request');
};

type Request = { readonly orcid: string; readonly signal: RequestSignal; readonly known: ListCheck | null };

/** For a conditional request; null if more of the answer is read now. */
const sourceOf = (known: ListCheck | null): Source | null => (known !== null && isReadNow(known) ? known.source : null);

const fetchPerson = async ({ providers, clock }: Deps, { orcid, signal, known }: Request) => {
  const answer = await providers.person(orcid, signal, sourceOf(known));
  return fetchedFrom(answer, { name: 'person', known, askedAt: clock.now() }, digestOf);
};

const fetchWorks = async (
  { providers, clock }: Deps,
  name: 'orcid' | 'openalex',
  { orcid, signal, known }: Request,
) => {
  const answer = await providers.list(name, orcid, signal, sourceOf(known));
  return fetchedFrom(answer, { name, known, askedAt: clock.now() }, digestOfWorks);
};

const whole = <T>(fetched: Fetched<T> | undefined): Fetched<T> | null =>
  fetched?.value === undefined ? null : fetched;

/** Fetches all lists completely; complete ones in `fetched` are not requested again. Throws `ProviderUnavailable`. */
export const fetchLists = async (
  deps: Deps,
  orcid: string,
  signal: RequestSignal,
  fetched: Readonly<FetchedLists> = {},
): Promise<Lists> => {
  const request: Request = { orcid, signal, known: null };
  const person = whole(fetched.person) ?? (await fetchPerson(deps, request));
  const works = await Promise.all(
    deps.sources.map(async (name) => [name, whole(fetched[name]) ?? (await fetchWorks(deps, name, request))] as const),
  );
  return {
    record: person.value ?? null,
    listed: works.flatMap(([, { value }]) => value ?? []),
    checks: { person: person.check, ...Object.fromEntries(works.map(([name, { check }]) => [name, check])) },
  };
};

/**
 * If one list changed, lists that returned "not modified" before it must be requested again completely. So OpenAlex, which has no
 * validators, comes first, and the person's record, which changes least, last.
 */
const CHECK_ORDER = ['openalex', 'orcid', 'person'] as const satisfies readonly ListName[];

/** Requests the lists that were not requested within the interval, until one has changed. Throws `ProviderUnavailable`. */
export const checkLists = async (
  deps: Deps & Pick<IngestionDeps, 'harvestIntervalMs'>,
  orcid: string,
  before: ListChecks,
  signal: RequestSignal,
): Promise<FetchedLists> => {
  const fetched: FetchedLists = {};
  for (const name of CHECK_ORDER) {
    const known = before[name];
    if (!listNames(deps).includes(name) || known === undefined) continue;
    if (!isStale(known.askedAt, deps.clock.now(), deps.harvestIntervalMs)) continue;
    if (name === 'person') fetched.person = await fetchPerson(deps, { orcid, signal, known });
    else fetched[name] = await fetchWorks(deps, name, { orcid, signal, known });
    if (fetched[name]?.check.digest !== known.digest) break;
  }
  return fetched;
};

/** The checks of all lists after some of them were fetched. */
export const checksAfter = (before: ListChecks, fetched: FetchedLists): ListChecks => ({
  ...before,
  ...Object.fromEntries(Object.entries(fetched).map(([name, { check }]) => [name, check])),
});
