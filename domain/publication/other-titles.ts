/** Titles besides the one that is shown: the original, and alternative and translated ones, which CSL has no field for. */
import type { CslItem } from '../csl.ts';

/** In `custom`: a list of plain texts. */
export const OTHER_TITLES = 'other_titles';

export const otherTitles = ({ 'original-title': original, custom }: CslItem): readonly string[] =>
  [original, custom?.[OTHER_TITLES]].flat().filter((title) => typeof title === 'string');
