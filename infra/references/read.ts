/** Reads a list of references: its encoding, its format, and each entry apart from the others. */
import { Refused } from '../../domain/errors.ts';
import { REFERENCES } from '../../domain/limits.ts';
import type { ReadReference, ReferenceFormat, ReferenceList } from '../../domain/reference-import/entry.ts';
import { readBibtex } from './bibtex/index.ts';
import { readCslJson } from './csl-json.ts';
import { decodedList } from './decoded.ts';
import { readRis } from './ris/index.ts';

const READERS: Readonly<Record<ReferenceFormat, (text: string) => Iterable<ReadReference>>> = {
  bibtex: readBibtex,
  ris: readRis,
  'csl-json': readCslJson,
};

/** By what the text begins with or has; null if it is none. */
const formatOf = (text: string): ReferenceFormat | null => {
  if (/^\s*[[{]/u.test(text)) return 'csl-json';
  if (/^(?:TY {0,3}- |PMID- )/mu.test(text)) return 'ris';
  return /^[^%\n]*@\s*[a-z][\w-]*\s*[{(]/imu.test(text) ? 'bibtex' : null;
};

/** `format`: null to tell by the text. Throws `Refused('invalid')`, naming the field, if nothing can be read of the list. */
export const readReferences = (bytes: Uint8Array, format: ReferenceFormat | null): ReferenceList => {
  const text = decodedList(bytes);
  const known = format ?? formatOf(text);
  if (known === null)
    throw new Refused('invalid', 'unknown_format', 'the format of the list is not recognised', {
      field: 'content',
      accepted: 'BibTeX, RIS, the format of PubMed, or CSL-JSON',
    });
  const entries: ReadReference[] = [];
  for (const entry of READERS[known](text)) {
    entries.push(entry);
    if (entries.length > REFERENCES.entries)
      throw new Refused('invalid', 'too_many', `the list has more than ${REFERENCES.entries} entries`, {
        field: 'content',
        accepted: `at most ${REFERENCES.entries} entries`,
      });
  }
  if (entries.length === 0)
    throw new Refused('invalid', 'no_entries', `the list has no ${known} entries`, {
      field: 'content',
      accepted: 'a list with at least one entry',
    });
  return { format: known, entries };
};
