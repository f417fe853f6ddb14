/** The publications that somebody's name concerns: those that list such a name, and those linked to them. */
import { MATCHING } from '../../domain/limits.ts';
import { authorTerm, publications } from '../../projections/catalogue/publications.ts';
import type { Condition, ReadModels } from '../../projections/ports.ts';
import type { KnownPerson } from '../../projections/queries/candidates.ts';
import { iterateRows } from '../../projections/queries/iterate.ts';
import { nameWords } from './people.ts';

/** Rows that are looked at, for several words of a name find the same ones. */
const MOST_ROWS = 4 * MATCHING.waiting;

/** DOIs; null if there are so many that going through the whole workspace is no more work. */
export const concerned = async (
  readModels: ReadModels,
  workspace: string,
  orcid: string,
  person: KnownPerson | null,
): Promise<ReadonlySet<string> | null> => {
  const key = `${workspace}~${orcid}`;
  const inWorkspace: readonly Condition[] = [{ field: 'workspace', eq: workspace }];
  const queries: readonly (readonly [readonly Condition[], readonly string[]])[] = [
    [[{ field: 'personKeys', contains: key }], []],
    // Those that were suggested under an earlier name.
    [[{ field: 'suggestedKeys', contains: key }], []],
    ...(person === null ? [] : nameWords(person)).map((word) => [inWorkspace, [authorTerm(word)]] as const),
  ];
  const dois = new Set<string>();
  let rows = 0;
  for (const [conditions, terms] of queries)
    for await (const row of iterateRows(readModels, publications, conditions, ['doi'], terms)) {
      dois.add(row.doi);
      rows += 1;
      if (rows > MOST_ROWS || dois.size > MATCHING.waiting) return null;
    }
  return dois;
};
