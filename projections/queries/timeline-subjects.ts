/** Records that events may be about, found by what they are called now. */
import { people } from '../catalogue/people.ts';
import { anywhere, publications } from '../catalogue/publications.ts';
import type { Collection, ReadModels, Sought } from '../ports.ts';
import type { Subject } from '../timeline/describe/index.ts';

/** Of each kind; a search that fits more is better asked with another word. */
const MOST_CALLED = 200;

/** Publications by title and authors, people by name: those that have every term, at most `MOST_CALLED` of each. */
export const recordsCalled = async (
  readModels: ReadModels,
  workspace: string,
  terms: readonly string[],
): Promise<readonly Subject[]> => {
  const idsIn = async (
    collection: Collection,
    field: string,
    sought: readonly Sought[],
  ): Promise<readonly string[]> => {
    const where = { all: [{ field: 'workspace', eq: workspace }], terms: sought };
    const rows = await readModels.find(collection, { where, limit: MOST_CALLED, fields: [field] });
    return rows.map((row) => String(row[field]));
  };
  const [dois, orcids] = await Promise.all([
    idsIn(publications, 'doi', terms.map(anywhere)),
    idsIn(people, 'orcid', terms),
  ]);
  return [
    ...dois.map((id): Subject => ({ type: 'publication', id })),
    ...orcids.flatMap((id): readonly Subject[] => [
      { type: 'person', id },
      { type: 'ingestion', id },
    ]),
  ];
};
