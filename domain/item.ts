/** What identifies a publication in a workspace: its DOI, or for a work without one, a key such as `isbn.9780306406157`. */
import { DOI_PREFIX } from './doi.ts';
import type { Item } from './identifier/events.ts';

/** In normal form, only a DOI has a slash behind `10.` and digits; the type of an identifier, which begins a key, has letters. */
export const isDoi = (id: string): boolean => DOI_PREFIX.test(id);

/** As the events of identifiers name it. */
export const itemOf = (id: string): Item => (isDoi(id) ? { doi: id } : { work: id });

export const idOf = (item: Item): string => ('doi' in item ? item.doi : item.work);
