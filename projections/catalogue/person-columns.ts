/** The columns that listings of people sort and search by. */
import { everyText, pickLocale } from '../../domain/localized-text.ts';
import { searchTerms, sortKey } from '../../domain/search-terms.ts';
import type { Profile } from './profile.ts';

export type PersonColumns = { readonly nameKey: string | null; readonly terms: readonly string[] };

export const personColumns = ({ name, orcid }: Profile): PersonColumns => ({
  nameKey: name === null ? null : sortKey(pickLocale(name, 'en')),
  terms: [...new Set([...searchTerms((name === null ? [] : everyText(name)).join(' ')), ...searchTerms(orcid)])],
});
