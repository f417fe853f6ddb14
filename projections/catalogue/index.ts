/** Publications, people and entities by workspace, and across all: one checkpoint, since people count publications. */
import { defineCount, type Projection } from '../define.ts';
import { rowIds } from '../ids.ts';
import { having, type Collection } from '../ports.ts';
import { entityFold } from './entities.ts';
import { people, personFold } from './people.ts';
import { derivedItems, publicItems } from './public-items.ts';
import { publicationFold, publications } from './publications.ts';
import { chosenResearchers, researchers } from './researchers.ts';
import { VERSION } from './version.ts';

/** The collections whose rows hold people's names and the search terms made from them. */
export const personalDataCollections: readonly Collection[] = [people, researchers];

export const catalogue: Projection = {
  name: 'catalogue',
  version: VERSION,
  streams: ['publication-', 'work-', 'person-', 'erasure-', 'entity-'],
  folds: [publicationFold, personFold, entityFold],
  derived: [derivedItems],
  chosen: [chosenResearchers],
  counts: [
    defineCount({
      into: people,
      field: 'publicationCount',
      from: publications,
      where: having({ public: true, hasDoi: true }),
      by: 'personKeys',
      keys: ({ workspace, personKeys, formerlyLinked }) => [...personKeys, ...rowIds(workspace, formerlyLinked)],
    }),
    defineCount({
      into: researchers,
      field: 'publicationCount',
      from: publicItems,
      where: having({ public: true, hasDoi: true }),
      by: 'personOrcids',
      keys: ({ personOrcids, formerlyLinked }) => [...personOrcids, ...formerlyLinked],
    }),
  ],
};
