/**
 * ORCID's names for the facts of a listed work (https://info.orcid.org/documentation/integration-guide/orcid-record/, external
 * identifiers). A list has neither licence, language nor keywords; a grant (`funded-by`) has a number there, but no funder.
 */
import type { IdentifierType, RelationType } from '../../../domain/facts/relations.ts';
import { relations } from '../csl/facts.ts';
import { listAt, stringAt } from '../json.ts';

/** `external-id-relationship`. */
const RELATIONS: ReadonlyMap<string, RelationType> = new Map([
  ['version-of', 'is-version-of'],
  ['part-of', 'is-part-of'],
]);

/** `external-id-type`. Others are local numbers. */
const IDENTIFIERS: ReadonlyMap<string, IdentifierType> = new Map([
  ['doi', 'doi'],
  ['isbn', 'isbn'],
  ['issn', 'issn'],
  ['arxiv', 'arxiv'],
  ['pmid', 'pmid'],
  ['pmc', 'pmcid'],
  ['handle', 'handle'],
  ['uri', 'uri'],
]);

export const factsFromOrcid = (summaries: readonly unknown[], doi: string | null) => ({
  relation: relations(
    summaries
      .flatMap((summary) => listAt(summary, 'external-ids', 'external-id'))
      .map((id) => ({
        type: RELATIONS.get(stringAt(id, 'external-id-relationship')?.toLowerCase() ?? ''),
        idType: IDENTIFIERS.get(stringAt(id, 'external-id-type')?.toLowerCase() ?? ''),
        id: stringAt(id, 'external-id-value'),
      })),
    doi,
  ),
});
