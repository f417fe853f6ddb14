/** A person's URL slug: readable, and seldom that of two people of one name, since it ends like the iD. */
import { everyText, type LocalizedText } from '../localized-text.ts';
import { searchTerms } from '../search-terms.ts';

const TAIL = 4;

/** `josiah-carberry-0097`; the iD itself for a name without a letter or digit. */
export const slugOf = (name: LocalizedText, orcid: string): string => {
  const words = searchTerms(everyText(name)[0] ?? '');
  return words.length === 0 ? orcid : [...words, orcid.slice(-TAIL).toLowerCase()].join('-');
};
