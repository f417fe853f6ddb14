/** Read models accessed through the active generation fulfil the contract of the port. */
import { openSqliteReadModels } from '../../../infra/sqlite/rows/index.ts';
import { defineFold, projectionKey, type Projection } from '../../../projections/define.ts';
import { switchReaders } from '../../../projections/generations.ts';
import type { ReadModels } from '../../../projections/ports.ts';
import { activeGenerationReadModels } from '../../../projections/active-generation.ts';
import { inFiles } from '../../contracts/databases.ts';
import { papers, people, PROJECTION } from '../../contracts/read-models/example.ts';
import { readModelsContract } from '../../contracts/read-models.ts';

const library: Projection = {
  name: 'library',
  version: 1,
  streams: [],
  folds: [papers, people].map((collection) => defineFold({ collection, ids: () => [], when: {} })),
  counts: [],
};

/** The contract does not know generations. */
const withoutGeneration = (readModels: ReadModels): ReadModels => ({
  ...readModels,
  checkpoint: async (projection) => {
    const checkpoint = await readModels.checkpoint(projection);
    if (checkpoint === null) return null;
    if (projection === PROJECTION && checkpoint.generation !== 2) throw new Error('it is not the active generation');
    return { position: checkpoint.position, phase: checkpoint.phase };
  },
});

if (projectionKey(library) !== PROJECTION) throw new Error('the contract writes another projection');
readModelsContract(
  'the active generation',
  inFiles(async (file) => {
    const rows = await openSqliteReadModels({ file });
    await switchReaders(rows, library, 2);
    return withoutGeneration(activeGenerationReadModels(rows, [library]));
  }),
);
