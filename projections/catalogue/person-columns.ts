/** The columns that listings of people sort and search by: all names, also with the words of a family name joined. */
import { pickLocale } from '../../domain/localized-text.ts';
import { familiesOf } from '../../domain/person-name.ts';
import { searchTerms, sortKey } from '../../domain/search-terms.ts';
import { namesOf, type Profile } from './profile.ts';

export type PersonColumns = { readonly nameKey: string | null; readonly terms: readonly string[] };

export const personColumns = (profile: Profile): PersonColumns => {
  const names = namesOf(profile).flatMap((name) => [name, ...familiesOf(name)]);
  return {
    nameKey: profile.name === null ? null : sortKey(pickLocale(profile.name, 'en')),
    terms: searchTerms([...names, profile.orcid].join(' ')),
  };
};
