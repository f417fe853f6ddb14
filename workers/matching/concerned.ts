/** The publications that a person's name affects: those that list a matching name, and those linked to the person. */
import { MATCHING } from '../../domain/limits.ts';
import { familiesOf } from '../../domain/person-name.ts';
import { soughtTerms } from '../../domain/search-terms.ts';
import { authorTerm } from '../../projections/catalogue/publications.ts';
import { containing, having, type ReadModels, type Where } from '../../projections/ports.ts';
import type { KnownPerson } from '../../projections/queries/candidates.ts';
import { idsOf } from '../../projections/queries/identifiers.ts';
import { stream } from '../../projections/queries/listing.ts';

/** Rows read at most; higher than the limit on DOIs because several names of a person match the same rows. */
const MAX_ROWS = 4 * MATCHING.collected;

/** Returns DOIs; null if there are so many that a scan of the whole workspace costs no more. */
export const concerned = async (
  readModels: ReadModels,
  workspace: string,
  orcid: string,
  person: KnownPerson | null,
): Promise<ReadonlySet<string> | null> => {
  const key = `${workspace}~${orcid}`;
  const names = person === null || person.isArchived === true ? [] : person.names;
  const families = [...new Set(names.flatMap((name) => [...familiesOf(name)]))];
  if (families.length > MATCHING.familiesOfPerson) return null;
  const queries: readonly Where[] = [
    { all: containing({ personKeys: key }) },
    // Includes suggestions made under an earlier name.
    { all: containing({ suggestedKeys: key }) },
    ...families.map((family) => ({ all: having({ workspace }), terms: soughtTerms(family).map(authorTerm) })),
  ];
  const dois = new Set<string>();
  let rows = 0;
  for (const where of queries)
    for await (const doi of stream(readModels, idsOf(where))) {
      dois.add(doi);
      rows += 1;
      if (rows > MAX_ROWS || dois.size > MATCHING.collected) return null;
    }
  return dois;
};
