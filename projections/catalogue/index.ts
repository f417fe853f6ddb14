/** The catalogue of each workspace: publications, people and entities, one checkpoint, since people count publications. */
import type { Projection } from '../define.ts';
import { entityFold } from './entities.ts';
import { people, personFold } from './people.ts';
import { publicationFold, publications, type PublicationRow } from './publications.ts';
import { rowId } from '../ids.ts';

export const catalogue: Projection = {
  name: 'catalogue',
  version: 5,
  streams: ['publication-', 'person-', 'erasure-', 'entity-', 'ingestion-', 'import-', 'harvest-'],
  folds: [publicationFold, personFold, entityFold],
  counts: [
    {
      into: people,
      field: 'publicationCount',
      from: publications,
      where: [{ field: 'public', eq: true }],
      by: 'personKeys',
      keys: (row) => {
        const { workspace, everLinked } = row as unknown as PublicationRow;
        return everLinked.map((orcid) => rowId(workspace, orcid));
      },
    },
  ],
};
