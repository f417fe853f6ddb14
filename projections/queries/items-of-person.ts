/** What a person is linked to: DOIs of publications and keys of works. */
import type { Item } from '../../domain/identifier/events.ts';
import { rowId } from '../ids.ts';
import { containing, having, type ReadModels } from '../ports.ts';
import { works } from '../works.ts';
import { doisOf } from './identifiers.ts';
import { stream } from './listing.ts';

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
