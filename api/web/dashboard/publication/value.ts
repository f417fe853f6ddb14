/** Values of a publication's record. */
import { isFields, type Fields, type Value } from '../../parts/editing/value.ts';

const entriesIn = (record: Fields, field: string): readonly Fields[] =>
  Array.isArray(record[field]) ? (record[field] as readonly unknown[]).filter(isFields) : [];

/** The authors' iDs, parallel to the names. */
const orcidsIn = ({ custom }: Fields): readonly unknown[] =>
  isFields(custom) && Array.isArray(custom['author_orcids']) ? custom['author_orcids'] : [];

/** The key of the iD where names and iDs are merged into one list. */
export const ORCID = 'ORCID';

/** The value of a field as it is shown and edited: authors include their iDs. */
export const valueIn = (record: Fields, field: string): Value => {
  if (field === 'author' && Array.isArray(record['author'])) {
    const orcids = orcidsIn(record);
    return entriesIn(record, field).map((name, index) =>
      typeof orcids[index] === 'string' ? { ...name, [ORCID]: orcids[index] } : name,
    );
  }
  return (record[field] ?? null) as Value;
};
