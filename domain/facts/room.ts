/** A record with its facts in the bytes of a record: what does not fit is left out, first the affiliations of its names. */
import type { CslItem, CslName } from '../csl.ts';
import { NAME_FIELDS } from '../csl-schema.ts';
import { jsonBytes, RECORD } from '../limits.ts';
import { FACT_FIELDS } from './schema.ts';

/** For what stands beside the record: its id, and OpenAlex's facts about the work. */
const BESIDE = 8 * 1024;

export const fitsRecord = (record: unknown): boolean => jsonBytes(record) <= RECORD.bytes - BESIDE;

const withoutAffiliations = (record: CslItem): CslItem =>
  Object.fromEntries(
    Object.entries(record).map(([field, value]) => [
      field,
      NAME_FIELDS.has(field) && Array.isArray(value)
        ? (value as readonly CslName[]).map(({ affiliation: _affiliation, ...name }) => name)
        : value,
    ]),
  ) as CslItem;

/** As it is if no fact can make it fit. */
export const inRoom = (record: CslItem): CslItem => {
  if (fitsRecord(record)) return record;
  let smaller = withoutAffiliations(record);
  for (const field of FACT_FIELDS) {
    if (fitsRecord(smaller)) return smaller;
    const { [field]: _fact, ...rest } = smaller;
    smaller = rest;
  }
  return fitsRecord(smaller) ? smaller : record;
};
