/** What identifies publications and works, for streams of all that meet some conditions. */
import { publications, type PublicationRow } from '../catalogue/publications.ts';
import type { Where } from '../ports.ts';
import { works, type WorkRow } from '../works.ts';
import type { Listing } from './listing.ts';

export const doisOf = (where: Where): Listing<string, PublicationRow, 'doi'> => ({
  collection: publications,
  where,
  fields: ['doi'],
  items: (rows) => rows.map(({ doi }) => doi),
});

export const workKeysOf = (where: Where): Listing<string, WorkRow, 'key'> => ({
  collection: works,
  where,
  fields: ['key'],
  items: (rows) => rows.map(({ key }) => key),
});
