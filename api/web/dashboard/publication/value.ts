/** Values of a publication's record. */
import { isFields, type Fields, type Value } from '../../parts/editing/value.ts';

/** The authors' iDs, parallel to the names. */
const orcidsIn = ({ custom }: Fields): readonly unknown[] =>
  isFields(custom) && Array.isArray(custom['author_orcids']) ? custom['author_orcids'] : [];

/** The key of the iD where names and iDs are merged into one list. */
export const ORCID = 'ORCID';

/** The value of a field as it is shown and edited: authors include their iDs. */
export const valueIn = (record: Fields, field: string): Value => {
  const value = (record[field] ?? null) as Value;
  if (field !== 'author' || !Array.isArray(value)) return value;
  const orcids = orcidsIn(record);
  return value
    .filter(isFields)
    .map((name, index) => (typeof orcids[index] === 'string' ? { ...name, [ORCID]: orcids[index] } : name));
};
