/** What identifies publications, for streams of all that meet some conditions. */
import { publications, type PublicationRow } from '../catalogue/publications.ts';
import type { Where } from '../ports.ts';
import type { Listing } from './listing.ts';

/** DOIs, and the keys of works without one. */
export const idsOf = (where: Where): Listing<string, PublicationRow, 'key'> => ({
  collection: publications,
  where,
  fields: ['key'],
  items: (rows) => rows.map(({ key }) => key),
});
