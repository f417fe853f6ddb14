/** The identifiers that routes take and answer, as schemas; what is one is decided where it is parsed (decisions §2). */
import { doiFromUrlPath, parseDoi } from '../../domain/doi.ts';
import { Refused } from '../../domain/errors.ts';
import { parseOrigin } from '../../domain/installation/origin.ts';
import { ID, REQUEST, SEARCH, TEXT } from '../../domain/limits.ts';
import { parseOrcid } from '../../domain/orcid.ts';
import { parsePartialDate } from '../../domain/partial-date.ts';
import { searchTerms } from '../../domain/search-terms.ts';
import { keysOf } from '../../domain/own.ts';

const parseOrcidList = (text: string): readonly string[] => {
  const parts = text.split(',', REQUEST.listItems + 1);
  if (parts.length > REQUEST.listItems)
    throw new Refused('invalid', 'too_many', `more than ${REQUEST.listItems} ORCID iDs`, {
      accepted: `at most ${REQUEST.listItems}, comma-separated`,
    });
  return parts.map((part) => parseOrcid(part));
};

/** Throws `Refused('invalid')` for a search of too many words, of which the last would be left out. */
const parseSearch = (text: string): void => {
  if (searchTerms(text).length > SEARCH.terms)
    throw new Refused('invalid', 'too_many', `more than ${SEARCH.terms} different words`, {
      accepted: `at most ${SEARCH.terms}`,
    });
};

/** Formats that schemas may name, by what decides whether a text has it: it throws `Refused('invalid')`, in words for people. */
const FORMATS = {
  orcid: parseOrcid,
  'orcid-list': parseOrcidList,
  doi: parseDoi,
  origin: parseOrigin,
  'partial-date': parsePartialDate,
  search: parseSearch,
} as const satisfies Readonly<Record<string, (text: string) => unknown>>;

export const PARSED_FORMATS = keysOf(FORMATS);

/** Why the text does not have the format; null if it has. */
export const formatRefusal = (format: keyof typeof FORMATS, text: string): Refused | null => {
  try {
    FORMATS[format](text);
    return null;
  } catch (error) {
    if (error instanceof Refused) return error;
    throw error;
  }
};

export const ORCID = {
  type: 'string',
  format: 'orcid',
  maxLength: ID.orcid,
  description: 'An ORCID iD, bare or as its URL, such as `0000-0002-1825-0097`.',
} as const;

export const ORCIDS_LISTED = {
  type: 'string',
  format: 'orcid-list',
  minLength: 1,
  maxLength: REQUEST.listItems * (ID.orcid + 1),
  examples: ['0000-0002-1825-0097,0000-0002-1694-233X'],
  description: `ORCID iDs, comma-separated; at most ${REQUEST.listItems}.`,
} as const;

/** The iDs of a list that has its format. */
export const orcidsListed = parseOrcidList;

export const DOI = {
  type: 'string',
  format: 'doi',
  maxLength: TEXT.webAddressCharacters,
  description: 'A DOI, bare, with `doi:` or as its URL, such as `10.5555/12345678`.',
} as const;

/** The iD of an address whose document knows no 400: what is no iD names no person. Throws what `absent` gives. */
export const orcidOr = (text: string | undefined, absent: () => Error): string => {
  try {
    return parseOrcid(text ?? '');
  } catch (error) {
    if (error instanceof Refused) throw absent();
    throw error;
  }
};

/** A malformed identifier in a path is a 400 that names its parameter, as one in a query is. */
const named = (parameter: string, parse: () => string): string => {
  try {
    return parse();
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    const { code, message, details } = error;
    throw new Refused('invalid', code, message, { ...details, errors: [{ parameter, message }] });
  }
};

/** The iD of the parameter `orcid`. Throws `Refused('invalid')`. */
export const orcidIn = ({ params }: { readonly params: { readonly orcid: string } }): string =>
  named('orcid', () => parseOrcid(params.orcid));

/** The DOI of the parameter `id`, raw or percent-encoded, with its slashes as they are. Throws `Refused('invalid')`. */
export const doiInPath = (part: string): string => named('id', () => doiFromUrlPath(part));
