/** The publications that a person's name affects: those that list a matching name, and those linked to the person. */
import { MATCHING } from '../../domain/limits.ts';
import { familiesOf } from '../../domain/person-name.ts';
import { soughtTerms } from '../../domain/search-terms.ts';
import { authorTerm, publications } from '../../projections/catalogue/publications.ts';
import type { Condition, ReadModels } from '../../projections/ports.ts';
import type { KnownPerson } from '../../projections/queries/candidates.ts';
import { iterateRows } from '../../projections/queries/iterate.ts';

/** Rows read at most; higher than the limit on DOIs because several names of a person match the same rows. */
const MAX_ROWS = 4 * MATCHING.waiting;

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
  const inWorkspace: readonly Condition[] = [{ field: 'workspace', eq: workspace }];
  const queries: readonly (readonly [readonly Condition[], readonly string[]])[] = [
    [[{ field: 'personKeys', contains: key }], []],
    // Includes suggestions made under an earlier name.
    [[{ field: 'suggestedKeys', contains: key }], []],
    ...families.map((family) => [inWorkspace, soughtTerms(family).map(authorTerm)] as const),
  ];
  const dois = new Set<string>();
  let rows = 0;
  for (const [conditions, terms] of queries)
    for await (const row of iterateRows(readModels, publications, conditions, ['doi'], terms)) {
      dois.add(row.doi);
      rows += 1;
      if (rows > MAX_ROWS || dois.size > MATCHING.waiting) return null;
    }
  return dois;
};
