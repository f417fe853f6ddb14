/** The contract of every adapter of the `ReadModels` port. */
import type { ReadModels } from '../../projections/ports.ts';
import { overAFreshStore, type Open } from './over-a-fresh-store.ts';
import { asking } from './read-models/asking.ts';
import { committing } from './read-models/committing.ts';
import { sizes } from './read-models/sizes.ts';
import { filling } from './read-models/filling.ts';
import { withholding } from './read-models/withholding.ts';
import { recounting } from './read-models/recounting.ts';
import { searching } from './read-models/searching.ts';
import { sorting } from './read-models/sorting.ts';
import { anyQuery } from './read-models/any-query.ts';

/** `open(database)`: the same name opens the same database, see `Open`. */
export const readModelsContract = (name: string, open: Open<ReadModels>): void => {
  const holds = overAFreshStore(`read models in ${name}`, open);
  for (const part of [committing, sizes, recounting, asking, sorting, searching, filling, withholding, anyQuery])
    part(holds);
};
