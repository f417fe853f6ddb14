/** What a person is linked to, or not: DOIs of publications and keys of works. */
import type { Item } from '../../domain/identifier/events.ts';
import { rowId } from '../ids.ts';
import { publications } from '../catalogue/publications.ts';
import { containing, having, type ReadModels, type Where } from '../ports.ts';
import { works } from '../works.ts';
import { doisOf } from './identifiers.ts';
import { stream } from './listing.ts';

const decisionsAbout = (workspace: string, id: string): readonly Where[] =>
  (['personKeys', 'rejectedKeys'] as const).map((keys) => ({ all: containing({ [keys]: rowId(workspace, id) }) }));

/** The DOIs of publications that are linked to the person, or that staff have said are not theirs. */
export const decidedAbout = async (
  readModels: ReadModels,
  workspace: string,
  id: string,
): Promise<readonly string[]> => {
  const dois: string[] = [];
  for (const where of decisionsAbout(workspace, id))
    for await (const doi of stream(readModels, doisOf(where))) dois.push(doi);
  return dois;
};

export const countDecidedAbout = async (readModels: ReadModels, workspace: string, id: string): Promise<number> => {
  const counts = await Promise.all(decisionsAbout(workspace, id).map((where) => readModels.count(publications, where)));
  return counts.reduce((sum, count) => sum + count, 0);
};

/** Yields works without superseded ones. */
export const worksOfPerson = (
  readModels: ReadModels,
  workspace: string,
  orcid: string,
): AsyncIterable<{ readonly work: string }> =>
  stream(readModels, {
    collection: works,
    where: { all: [...having({ workspace }), ...containing({ personOrcids: orcid })] },
    fields: ['key', 'status'],
    items: (rows) => rows.map(({ key, status }) => (status === 'superseded' ? null : { work: key })),
  });

/** Yields each item once, without superseded works. */
export const itemsOfPerson = async function* (
  readModels: ReadModels,
  workspace: string,
  orcid: string,
): AsyncIterable<Item> {
  const ofPerson = containing({ personKeys: rowId(workspace, orcid) });
  for await (const doi of stream(readModels, doisOf({ all: ofPerson }))) yield { doi };
  yield* worksOfPerson(readModels, workspace, orcid);
};
