/** What a person is linked to: DOIs of publications and keys of works. */
import type { Item } from '../../domain/identifier/events.ts';
import { publications } from '../catalogue/publications.ts';
import { rowId } from '../ids.ts';
import { having, type ReadModels } from '../ports.ts';
import { works } from '../works.ts';
import { iterateRows } from './iterate.ts';

/** Yields each item once, without superseded works. */
export const itemsOfPerson = async function* (
  readModels: ReadModels,
  workspace: string,
  orcid: string,
): AsyncIterable<Item> {
  const ofPerson = [{ field: 'personKeys', contains: rowId(workspace, orcid) }];
  for await (const { doi } of iterateRows(readModels, publications, ofPerson, ['doi'])) yield { doi };
  const inWorkspace = [...having({ workspace }), { field: 'personOrcids', contains: orcid }];
  for await (const { key, status } of iterateRows(readModels, works, inWorkspace, ['key', 'status']))
    if (status !== 'superseded') yield { work: key };
};
