/** The collections whose rows hold people's names and the search terms made from them. */
import { people } from './catalogue/people.ts';
import { researchers } from './catalogue/researchers.ts';
import type { Collection } from './ports.ts';

export const personalDataCollections: readonly Collection[] = [people, researchers];
