/** What a person is linked to: DOIs of publications and keys of works. */
import type { Item } from '../../domain/identifier/events.ts';
import { publications, type PublicationRow } from '../catalogue/publications.ts';
import { rowId } from '../ids.ts';
import type { ReadModels } from '../ports.ts';
import { works, type WorkRow } from '../works.ts';
import { iterateRows } from './iterate.ts';
import { rowAs } from './page.ts';

/** Each once; none that another item has superseded. */
export const itemsOfPerson = async function* (
  readModels: ReadModels,
  workspace: string,
  orcid: string,
): AsyncIterable<Item> {
  const ofPerson = [{ field: 'personKeys', contains: rowId(workspace, orcid) }];
  for await (const row of iterateRows(readModels, publications, ofPerson, ['doi']))
    yield { doi: rowAs<Pick<PublicationRow, 'doi'>>(row).doi };
  const inWorkspace = [
    { field: 'workspace', eq: workspace },
    { field: 'personOrcids', contains: orcid },
  ];
  for await (const row of iterateRows(readModels, works, inWorkspace, ['key', 'status'])) {
    const { key, status } = rowAs<Pick<WorkRow, 'key' | 'status'>>(row);
    if (status !== 'superseded') yield { work: key };
  }
};
