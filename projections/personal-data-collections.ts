/** The collections whose rows hold people's names, and the words of them that are searched. */
import { people } from './catalogue/people.ts';
import type { Collection } from './ports.ts';
import { researchers } from './public-catalogue/researchers.ts';

export const personalDataCollections: readonly Collection[] = [people, researchers];
