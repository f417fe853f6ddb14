/** The person section of an ORCID record. */
import type { PersonRecord } from '../../../workers/ingestion/ports.ts';

type Value = { readonly value?: string | null } | null;
export type OrcidPerson = {
  readonly name?: {
    readonly 'given-names'?: Value;
    readonly 'family-name'?: Value;
    readonly 'credit-name'?: Value;
  } | null;
  readonly biography?: { readonly content?: string | null } | null;
};

const SECTION = { type: ['object', 'null'] };
export const ORCID_PERSON = { type: 'object', properties: { name: SECTION, biography: SECTION } };

const text = (value: string | null | undefined): string | null => {
  const trimmed = value?.trim() ?? '';
  return trimmed === '' ? null : trimmed;
};

export const personFrom = ({ name, biography }: OrcidPerson): PersonRecord => ({
  creditName: text(name?.['credit-name']?.value),
  givenName: text(name?.['given-names']?.value),
  familyName: text(name?.['family-name']?.value),
  biography: text(biography?.content),
});
