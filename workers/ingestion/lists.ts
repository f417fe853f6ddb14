/** What the sources say of an iD: its ORCID record, and the works that each of them lists. */
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

/** What OpenAlex says of a DOI, it says when it is asked for the DOI: that its list says it otherwise is no change of the list. */
const isDescribedElsewhere = ({ source, dois }: ListedWork): boolean => source === 'openalex' && dois.length > 0;

const digestOfWork = (work: ListedWork): string => {
  const { from: _from, summary, href, ...named } = work;
  return digestOf(isDescribedElsewhere(work) ? named : { ...named, summary, href });
};

/** The order of a list, and where and when it was read, say nothing of what it lists. */
const digestOfWorks = (works: readonly ListedWork[]): string => digestOf(works.map(digestOfWork).sort());

const asAsked = <T>(
  answer: Listed<T> | NotThere | Unchanged,
  { name, known, askedAt }: { readonly name: ListName; readonly known: AskedList | null; readonly askedAt: number },
  digest: (value: T) => string,
): AskedList => {
  if (answer.kind === 'listed')
    return { askedAt, outcome: 'listed', digest: digest(answer.value), source: answer.source };
  if (answer.kind === 'notThere') return { askedAt, outcome: 'notThere', digest: digestOf(null), source: null };
  if (known !== null) return { ...known, askedAt };
  const provider = name === 'person' ? 'orcid' : name;
  throw new ProviderUnavailable(provider, 'unexpected_shape', 'says "not modified" to an unconditional request');
};

const askPerson = async ({ providers, clock }: Deps, orcid: string, asking: Asking, known: AskedList | null) => {
  const answer = await providers.person(orcid, asking, known?.source ?? null);
  return { answer, asked: asAsked(answer, { name: 'person', known, askedAt: clock.now() }, digestOf) };
};

const askWorks = async (
  { providers, clock }: Deps,
  name: 'orcid' | 'openalex',
  orcid: string,
  asking: Asking,
  known: AskedList | null,
) => {
  const answer = await providers.list(name, orcid, asking, known?.source ?? null);
  return { answer, asked: asAsked(answer, { name, known, askedAt: clock.now() }, digestOfWorks) };
};

/** All of them, whole. Throws `ProviderUnavailable`. */
export const askLists = async (deps: Deps, orcid: string, asking: Asking): Promise<Lists> => {
  const person = await askPerson(deps, orcid, asking, null);
  const works = await Promise.all(
    deps.sources.map(async (name) => [name, await askWorks(deps, name, orcid, asking, null)] as const),
  );
  return {
    record: person.answer.kind === 'listed' ? person.answer.value : null,
    listed: works.flatMap(([, { answer }]) => (answer.kind === 'listed' ? answer.value : [])),
    asked: { person: person.asked, ...Object.fromEntries(works.map(([name, { asked }]) => [name, asked])) },
  };
};

/** What a list says now, requested conditionally where the source gave a validator. Throws `ProviderUnavailable`. */
export const lookAtList = async (
  deps: Deps,
  name: ListName,
  orcid: string,
  known: AskedList,
  asking: Asking,
): Promise<AskedList> =>
  (name === 'person' ? await askPerson(deps, orcid, asking, known) : await askWorks(deps, name, orcid, asking, known))
    .asked;
