/** The person section of an ORCID record. */
import type { PersonRecord } from '../../../workers/ingestion/ports.ts';
import { stringAt } from '../json.ts';

/** As its owner wrote it: a person's words about themselves are not cleaned of markup. */
export const personFrom = (record: unknown): PersonRecord => ({
  creditName: stringAt(record, 'name', 'credit-name', 'value') ?? null,
  givenName: stringAt(record, 'name', 'given-names', 'value') ?? null,
  familyName: stringAt(record, 'name', 'family-name', 'value') ?? null,
  biography: stringAt(record, 'biography', 'content') ?? null,
});
