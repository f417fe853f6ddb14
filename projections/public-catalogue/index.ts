/** The public catalogue: the union of what the workspaces show, one checkpoint, since researchers count publications. */
import { entityFold } from '../catalogue/entities.ts';
import type { Projection } from '../define.ts';
import { publicPublicationFold, publicPublications, type PublicPublicationRow } from './publications.ts';
import { researcherFold, researchers } from './researchers.ts';
import { publicEntities } from './entities.ts';

export const publicCatalogue: Projection = {
  name: 'public-catalogue',
  version: 3,
  streams: ['publication-', 'person-', 'erasure-', 'entity-', 'ingestion-', 'import-', 'harvest-'],
  folds: [publicPublicationFold, researcherFold, { ...entityFold, collection: publicEntities }],
  counts: [
    {
      into: researchers,
      field: 'publicationCount',
      from: publicPublications,
      where: [{ field: 'public', eq: true }],
      by: 'personOrcids',
      keys: (row) => (row as unknown as PublicPublicationRow).everLinked,
    },
  ],
};
