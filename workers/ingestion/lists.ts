/** What the sources say of an iD: its ORCID record, and the works that each of them lists. */
import { isStale } from '../../domain/ingestion/schedule.ts';
import type { IngestionDeps } from './deps.ts';
import { digestOf, type AskedList, type AskedLists, type ListName } from './memory.ts';
import {
  ProviderUnavailable,
  type Asking,
  type Listed,
  type ListedWork,
  type NotThere,
  type PersonRecord,
  type Unchanged,
} from './ports.ts';

export type Lists = {
  /** Null when ORCID has no such record. */
  readonly record: PersonRecord | null;
  readonly listed: readonly ListedWork[];
  readonly asked: AskedLists;
};

type Deps = Pick<IngestionDeps, 'providers' | 'sources' | 'clock'>;

/** Those that this installation asks. */
export const listNames = ({ sources }: Pick<Deps, 'sources'>): readonly ListName[] => ['person', ...sources];

/** One digest of all lists; null if one of them is not known. */
export const digestOfAll = (names: readonly ListName[], asked: AskedLists): string | null => {
  const digests = names.map((name) => asked[name]?.digest ?? null);
  return digests.includes(null) ? null : digestOf([names, digests]);
};

/** OpenAlex's description of a work with a DOI is fetched by the DOI, so a different one in the list does not count as a change. */
const isDescribedElsewhere = ({ source, dois }: ListedWork): boolean => source === 'openalex' && dois.length > 0;

const digestOfWork = (work: ListedWork): string => {
  const { from: _from, summary, href, ...named } = work;
  return digestOf(isDescribedElsewhere(work) ? named : { ...named, summary, href });
};

/** The order of a list, and where and when it was read, say nothing of what it lists. */
const digestOfWorks = (works: readonly ListedWork[]): string => digestOf(works.map(digestOfWork).sort());

/** What a list said when it was requested. */
type Heard<T> = {
  readonly asked: AskedList;
  /** Null if the source has no such list, undefined if it said "not modified". */
  readonly value: T | null | undefined;
};

/** What was requested of an iD a moment ago. */
export type HeardLists = {
  person?: Heard<PersonRecord>;
  orcid?: Heard<readonly ListedWork[]>;
  openalex?: Heard<readonly ListedWork[]>;
};

const heardFrom = <T>(
  answer: Listed<T> | NotThere | Unchanged,
  { name, known, askedAt }: { readonly name: ListName; readonly known: AskedList | null; readonly askedAt: number },
  digest: (value: T) => string,
): Heard<T> => {
  if (answer.kind === 'listed') {
    const { value, source } = answer;
    return { asked: { askedAt, outcome: 'listed', digest: digest(value), source }, value };
  }
  if (answer.kind === 'notThere')
    return { asked: { askedAt, outcome: 'notThere', digest: digestOf(null), source: null }, value: null };
  if (known !== null) return { asked: { ...known, askedAt }, value: undefined };
  const provider = name === 'person' ? 'orcid' : name;
  throw new ProviderUnavailable(provider, 'unexpected_shape', 'says "not modified" to an unconditional request');
};

const askPerson = async ({ providers, clock }: Deps, orcid: string, asking: Asking, known: AskedList | null) => {
  const answer = await providers.person(orcid, asking, known?.source ?? null);
  return heardFrom(answer, { name: 'person', known, askedAt: clock.now() }, digestOf);
};

const askWorks = async (
  { providers, clock }: Deps,
  name: 'orcid' | 'openalex',
  orcid: string,
  asking: Asking,
  known: AskedList | null,
) => {
  const answer = await providers.list(name, orcid, asking, known?.source ?? null);
  return heardFrom(answer, { name, known, askedAt: clock.now() }, digestOfWorks);
};

const whole = <T>(heard: Heard<T> | undefined): Heard<T> | null => (heard?.value === undefined ? null : heard);

/** All of them, whole; what is in `heard` whole is not requested again. Throws `ProviderUnavailable`. */
export const askLists = async (
  deps: Deps,
  orcid: string,
  asking: Asking,
  heard: Readonly<HeardLists> = {},
): Promise<Lists> => {
  const person = whole(heard.person) ?? (await askPerson(deps, orcid, asking, null));
  const works = await Promise.all(
    deps.sources.map(
      async (name) => [name, whole(heard[name]) ?? (await askWorks(deps, name, orcid, asking, null))] as const,
    ),
  );
  return {
    record: person.value ?? null,
    listed: works.flatMap(([, { value }]) => value ?? []),
    asked: { person: person.asked, ...Object.fromEntries(works.map(([name, { asked }]) => [name, asked])) },
  };
};

/**
 * A list that says "not modified" before another is found changed has to be requested again, whole. So OpenAlex, which has no
 * validators, comes first, and the record of the person, which changes least, last.
 */
const IN_ORDER = ['openalex', 'orcid', 'person'] as const satisfies readonly ListName[];

/**
 * Requests each list that was not requested within the interval, conditionally where the source gave a validator, until one differs
 * from what it said before. Throws `ProviderUnavailable`.
 */
export const lookAtLists = async (
  deps: Deps & Pick<IngestionDeps, 'harvestIntervalMs'>,
  orcid: string,
  before: AskedLists,
  asking: Asking,
): Promise<HeardLists> => {
  const heard: HeardLists = {};
  for (const name of IN_ORDER) {
    const known = before[name];
    if (!listNames(deps).includes(name) || known === undefined) continue;
    if (!isStale(known.askedAt, deps.clock.now(), deps.harvestIntervalMs)) continue;
    if (name === 'person') heard.person = await askPerson(deps, orcid, asking, known);
    else heard[name] = await askWorks(deps, name, orcid, asking, known);
    if (heard[name]?.asked.digest !== known.digest) break;
  }
  return heard;
};

/** What is known of the lists after some of them were requested. */
export const askedAfter = (before: AskedLists, heard: HeardLists): AskedLists => ({
  ...before,
  ...Object.fromEntries(Object.entries(heard).map(([name, { asked }]) => [name, asked])),
});
