/** What every document says of records whose authors are not all listed. */
import { RECORD } from '../../domain/limits.ts';

export const MANY_AUTHORS =
  `Of a record of more than ${RECORD.authors.toLocaleString('en')} authors it lists the first ones, the last, and those with an ` +
  'ORCID iD or the name of a registered person; `custom.authors_omitted` says how many it does not list.';
