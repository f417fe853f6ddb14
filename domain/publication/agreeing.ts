/** Whether a work without a DOI is what a registry's record describes, although no identifier says so. */
import { partialDateOf, yearOf } from '../partial-date.ts';
import { nameFits } from '../person-name.ts';
import { merge } from '../record/overlay.ts';
import { AUTHOR, listedName, namesIn } from './authors.ts';
import { agree, standingOf } from './one-list.ts';
import { linkedOrcids, type Present } from './state.ts';

/** Works are often listed with the year of their acceptance. */
const YEARS_APART = 1;

const yearIn = (state: Present): number | null => {
  const date = partialDateOf(merge(state).issued);
  return date === null ? null : yearOf(date);
};

const authorsIn = (state: Present): readonly string[] => namesIn(merge(state), AUTHOR).map(listedName);

/** `same`: type, title, year and all authors agree. `perhaps`: one of them has no authors, and both are linked to one person. */
export const agreementOf = (work: Present, publication: Present): 'same' | 'perhaps' | null => {
  const [ours, theirs] = [yearIn(work), yearIn(publication)];
  if (!agree(standingOf(work).titles, standingOf(publication).titles)) return null;
  if (ours !== null && theirs !== null && Math.abs(ours - theirs) > YEARS_APART) return null;
  const [its, registered] = [authorsIn(work), authorsIn(publication)];
  if (its.length > 0 && registered.length > 0) {
    const isSame = its.length === registered.length && its.every((name, n) => nameFits(registered[n] ?? '', name));
    return isSame ? 'same' : null;
  }
  const linked = new Set(linkedOrcids(publication));
  return linkedOrcids(work).some((orcid) => linked.has(orcid)) ? 'perhaps' : null;
};
