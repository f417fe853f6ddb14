/** What the rules of a person need to know of their history. */
import type { LocalizedText } from '../localized-text.ts';
import type { Affiliations } from './affiliations.ts';
import type { Absorbed, SaidBy } from './events.ts';

/** A value and who gave it. */
export type Said<T> = { readonly value: T; readonly by: SaidBy };

export type Person =
  | { readonly status: 'absent' }
  | (Affiliations & {
      readonly status: 'active' | 'archived';
      /** The person's id. */
      readonly orcid: string;
      readonly name: Said<LocalizedText> | null;
      /** The names on ORCID, without `name` if that is from there. */
      readonly otherNames: readonly string[];
      readonly biography: Said<LocalizedText | null> | null;
      readonly photoUrl: string | null;
      readonly peopleType: string | null;
      readonly categoryIds: readonly string[];
      /** The person they were merged into, if they were. */
      readonly mergedInto?: string;
      /** Of those merged into them. Default: none. */
      readonly absorbed?: readonly Absorbed[];
    });
