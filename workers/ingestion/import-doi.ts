/** Imports one DOI on request: fetches and records it immediately, and records the import itself. */
import { streamsOf } from '../../commands/aggregate.ts';
import { appendEvent } from '../../commands/append.ts';
import { causedBy, type Caller } from '../../commands/caller.ts';
import { handle } from '../../commands/handle.ts';
import { publicationAggregate } from '../../commands/publication.ts';
import { registeredPeople } from '../../commands/registered-people.ts';
import { inWordsWithout, plainerDoi, readDoi } from '../../domain/doi.ts';
import { Refused, Unavailable } from '../../domain/errors.ts';
import type { Position } from '../../domain/event.ts';
import type { DoiImported } from '../../domain/events.ts';
import { PROVIDER_NAMES } from '../../domain/publication/provider-names.ts';
import { type IngestionDeps, ProviderUnavailable } from './ports.ts';
import { factsOf, METADATA_PROVIDERS } from './fetch-metadata.ts';
import { withTimeBudget } from './time-budget.ts';
import { type AliasOf, type Outcome, type PublicationRequest, recordExactly } from './record.ts';

export type ImportRequest = {
  readonly doi: string;
  /** People to link, like staff linking by hand; each must be registered. */
  readonly personOrcids?: readonly string[];
};

export type Imported = { readonly doi: string; readonly outcome: Outcome; readonly position: Position };

export type ImportDeps = Omit<IngestionDeps, 'sources' | 'watchCommand'>;

const stream = streamsOf('import');

const isAlias = <T>(answer: T | AliasOf | null): answer is AliasOf =>
  typeof answer === 'object' && answer !== null && 'primary' in answer;

/** Queries the providers with the time limits of a job, for the DOI as written, else without dirt at its end, and translates their errors. */
export const queryProviders = async <T>(
  deps: ImportDeps,
  written: string,
  stop: AbortSignal,
  fetch: (request: PublicationRequest, signal: AbortSignal) => Promise<T | AliasOf | null>,
): Promise<{ readonly doi: string; readonly answer: T }> => {
  const { doi: given, removed } = readDoi(written);
  const plainer = plainerDoi(given);
  const dois = plainer === null ? [given] : [given, plainer];
  try {
    return await withTimeBudget(stop, deps.timeBudget, async (signal) => {
      const found = await factsOf(deps, dois, signal);
      for (const doi of dois) {
        const facts = found === null ? undefined : (found.get(doi) ?? null);
        const answer = await fetch({ doi, links: [], facts, fallback: null, ask: 'everyone' }, signal);
        if (isAlias(answer))
          throw new Refused('not_found', 'doi_unknown', `${doi} is an alias of ${answer.primary}`, {
            known_as: answer.primary,
          });
        if (answer !== null) return { doi, answer };
      }
      const message = `no provider knows ${dois.join(' or ')}${inWordsWithout(removed)}`;
      throw new Refused('not_found', 'doi_unknown', message, { asked: METADATA_PROVIDERS, removed });
    });
  } catch (error) {
    if (!(error instanceof ProviderUnavailable)) throw error;
    const { provider, message, isPassing } = error;
    // The message of an outage may contain addresses.
    const inWords = isPassing ? `${PROVIDER_NAMES[provider]} cannot be reached at the moment` : message;
    throw new Unavailable(provider, message, { cause: error, inWords });
  }
};

/**
 * Throws `Refused('invalid')` for a malformed DOI or iD; `Refused('not_found')`, with the providers that were queried, if none knows
 * the DOI, or the DOI of which it is an alias; and `Unavailable`, with nothing changed, if a provider is unavailable or returns an unusable response.
 */
export const importDoi = async (
  deps: ImportDeps,
  request: ImportRequest,
  caller: Caller,
  signal: AbortSignal,
): Promise<Imported> => {
  const people = await registeredPeople(deps, request.personOrcids ?? [], caller.workspace);
  const {
    doi,
    answer: { outcome },
  } = await queryProviders(deps, request.doi, signal, (query, until) => recordExactly(deps, query, caller, until));
  for (const orcid of people) {
    const link = { type: 'LinkAuthor', orcid, basis: 'staff' } as const;
    await handle(deps, publicationAggregate, doi, link, causedBy(deps.ids, caller));
  }
  const imported: DoiImported = { type: 'DoiImported', data: { doi, outcome } };
  const position = await appendEvent(deps, stream(caller.workspace, doi), imported, causedBy(deps.ids, caller));
  return { doi, outcome, position };
};
