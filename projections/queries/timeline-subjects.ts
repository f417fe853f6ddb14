/** Records that events may be about, found by their current names. */
import { people } from '../catalogue/people.ts';
import { anyFieldTerm, publications } from '../catalogue/publications.ts';
import { having, type Collection, type ReadModels, type TermPrefix } from '../ports.ts';
import type { Subject } from '../timeline/describe/index.ts';

/** Per kind of record; a search that matches more needs another word. */
const MAX_PER_KIND = 200;

/** Publications by title and authors, people by name: those that match every term, at most `MAX_PER_KIND` of each. */
export const findRecordsByName = async (
  readModels: ReadModels,
  workspace: string,
  terms: readonly string[],
): Promise<readonly Subject[]> => {
  const idsIn = async (collection: Collection, field: string, words: readonly TermPrefix[]) => {
    const where = { all: having({ workspace }), terms: words };
    const rows = await readModels.find(collection, { where, limit: MAX_PER_KIND, fields: [field] });
    return rows.map((row) => String(row[field]));
  };
  const [dois, orcids] = await Promise.all([
    idsIn(publications, 'doi', terms.map(anyFieldTerm)),
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
