/** The identifiers that routes take and answer, as schemas; what is one is decided where it is parsed (decisions §2). */
import { Refused } from '../../domain/errors.ts';
import { parseOrcid } from '../../domain/orcid.ts';
import type { Schema } from './route.ts';

/** Names of formats that schemas may use and that are not checked with the schema, but by the parser of the value. */
export const PARSED_FORMATS = ['orcid', 'orcid-list', 'doi', 'origin', 'partial-date'] as const;

export const ORCID: Schema = {
  type: 'string',
  format: 'orcid',
  description: 'An ORCID iD, bare or as its URL, such as `0000-0002-1825-0097`.',
};

export const ORCIDS_LISTED: Schema = {
  type: 'string',
  format: 'orcid-list',
  minLength: 1,
  examples: ['0000-0002-1825-0097,0000-0002-1694-233X'],
  description: 'ORCID iDs, comma-separated; at most 100.',
};

export const DOI: Schema = {
  type: 'string',
  format: 'doi',
  description: 'A DOI, bare, with `doi:` or as its URL, such as `10.5555/12345678`.',
};

/** The iD of an address whose document knows no 400: what is none names nobody. Throws what `absent` gives. */
export const orcidOr = (text: string | undefined, absent: () => Error): string => {
  try {
    return parseOrcid(text ?? '');
  } catch (error) {
    if (error instanceof Refused) throw absent();
    throw error;
  }
};
