/** Records and users that events may be about, to be found by their current names. */
import { SEARCH } from '../../domain/limits.ts';
import { people } from '../catalogue/people.ts';
import { anyFieldTerm, publications } from '../catalogue/publications.ts';
import { having, type Collection, type ReadModels, type TermPrefix } from '../ports.ts';
import type { Subject } from '../timeline/describe/index.ts';
import { timelineUsers } from '../timeline/index.ts';

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
    idsIn(publications, 'key', terms.map(anyFieldTerm)),
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

/** The ids of users who act in the workspace's events or whom they are about: at most `SEARCH.users`. */
export const usersInTimeline = async (readModels: ReadModels, workspace: string): Promise<readonly string[]> => {
  const asked = { where: { all: having({ workspace }) }, limit: SEARCH.users, fields: ['userId'] as const };
  return (await readModels.find(timelineUsers, asked)).map(({ userId }) => userId);
};
