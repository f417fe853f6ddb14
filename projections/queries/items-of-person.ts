/** What a person is linked to, or not: publications, and works without a DOI. */
import { publications } from '../catalogue/publications.ts';
import { rowId } from '../ids.ts';
import { containing, type ReadModels, type Where } from '../ports.ts';
import { idsOf } from './identifiers.ts';
import { stream } from './listing.ts';

const decisionsAbout = (workspace: string, id: string): readonly Where[] =>
  (['personKeys', 'rejectedKeys'] as const).map((keys) => ({ all: containing({ [keys]: rowId(workspace, id) }) }));

/** Items that are linked to the person, or that staff have said are not theirs, by DOI or key. */
export const decidedAbout = async (
  readModels: ReadModels,
  workspace: string,
  id: string,
): Promise<readonly string[]> => {
  const ids: string[] = [];
  for (const where of decisionsAbout(workspace, id))
    for await (const each of stream(readModels, idsOf(where))) ids.push(each);
  return ids;
};

export const countDecidedAbout = async (readModels: ReadModels, workspace: string, id: string): Promise<number> => {
  const counts = await Promise.all(decisionsAbout(workspace, id).map((where) => readModels.count(publications, where)));
  return counts.reduce((sum, count) => sum + count, 0);
};

/** Yields each item once, by its DOI or key, without superseded ones. */
export const itemsOfPerson = (readModels: ReadModels, workspace: string, orcid: string): AsyncIterable<string> =>
  stream(readModels, idsOf({ all: containing({ personKeys: rowId(workspace, orcid) }) }));
