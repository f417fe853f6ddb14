/** The person section of an ORCID record. */
import { plainLines } from '../../../commands/text/index.ts';
import type { PersonRecord } from '../../../workers/ingestion/ports.ts';
import { textAt } from '../csl/parts.ts';
import { stringAt } from '../json.ts';

const nameAt = (record: unknown, part: string): string | null => textAt(record, 'name', part, 'value') ?? null;

const biographyOf = (record: unknown): string | null => {
  const text = plainLines(stringAt(record, 'biography', 'content') ?? '');
  return text === '' ? null : text;
};

export const personFrom = (record: unknown): PersonRecord => ({
  creditName: nameAt(record, 'credit-name'),
  givenName: nameAt(record, 'given-names'),
  familyName: nameAt(record, 'family-name'),
  biography: biographyOf(record),
});
