/** What a person is linked to: publications, and works without a DOI. */
import { rowId } from '../ids.ts';
import { containing, type ReadModels } from '../ports.ts';
import { idsOf } from './identifiers.ts';
import { stream } from './listing.ts';

/** Yields each item once, by its DOI or key, without superseded ones. */
export const itemsOfPerson = (readModels: ReadModels, workspace: string, orcid: string): AsyncIterable<string> =>
  stream(readModels, idsOf({ all: containing({ personKeys: rowId(workspace, orcid) }) }));
