/**
 * Trims records with more authors than are kept. Beyond the limit, only those stay whom a reader looks for here: with an iD in the
 * metadata, or with the name of a registered person; and the last author, whom citation styles print. The others are only counted,
 * in `custom.authors_omitted`, so that the list does not look complete.
 */
import type { CslItem } from '../csl.ts';
import { RECORD } from '../limits.ts';
import { namedOrcids } from './authors.ts';
import { OMITTED } from './omitted.ts';

/** The number of authors not listed; 0 if it is not known. */
export const authorsOmitted = ({ custom }: CslItem): number => {
  const count = custom?.[OMITTED];
  return typeof count === 'number' ? count : 0;
};

export const hasTooManyAuthors = ({ author = [] }: CslItem): boolean => author.length > RECORD.authors;

/** `registered`: indexes of authors who may be people of the workspace. */
export const trimmed = (record: CslItem, registered: ReadonlySet<number>): CslItem => {
  const { author = [], custom = {} } = record;
  if (!hasTooManyAuthors(record)) return record;
  // Authors come first among the contributors.
  const orcids = namedOrcids(record);
  const isKept = (place: number): boolean =>
    place < RECORD.authors - 1 || place === author.length - 1 || orcids[place] != null || registered.has(place);
  const kept = author.filter((_author, place) => isKept(place));
  const omitted = author.length - kept.length;
  if (omitted === 0) return record;
  return { ...record, author: kept, custom: { ...custom, [OMITTED]: omitted } };
};
