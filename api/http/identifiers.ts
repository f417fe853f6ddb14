/** Schemas of the identifiers in requests and answers; the domain's parsers decide whether one is valid. */
import { doiFromUrlPath, parseDoi } from '../../domain/doi.ts';
import { Refused } from '../../domain/errors.ts';
import { licenceName } from '../../domain/facts/licence-name.ts';
import { parseOrigin } from '../../domain/installation/origin.ts';
import { parseLanguage } from '../../domain/language.ts';
import { ID, REQUEST, SEARCH, TEXT } from '../../domain/limits.ts';
import { parseOrcid } from '../../domain/orcid.ts';
import { parsePartialDate } from '../../domain/partial-date.ts';
import { parsePersonId } from '../../domain/person/id.ts';
import { distinctWords } from '../../domain/search-terms.ts';
import { keysOf } from '../../domain/own.ts';
import { quoted } from '../../domain/shortened.ts';
import { PARTS, type Part } from '../../projections/queries/included.ts';

const listOf =
  (parse: (text: string) => string, what: string) =>
  (text: string): readonly string[] => {
    const parts = text.split(',', REQUEST.listItems + 1);
    if (parts.length > REQUEST.listItems)
      throw new Refused('invalid', 'too_many', `more than ${REQUEST.listItems} ${what}`, {
        accepted: `at most ${REQUEST.listItems}, comma-separated`,
      });
    return parts.map((part) => parse(part.trim()));
  };

/** The iDs of a comma-separated list. Throws `Refused('invalid')`. */
export const orcidsListed = listOf(parseOrcid, 'ORCID iDs');

/** The ids of people in a comma-separated list. Throws `Refused('invalid')`. */
export const personIdsListed = listOf(parsePersonId, 'ids');

/** Throws `Refused('invalid')` for a search of too many words, since the last ones would be ignored. */
const parseSearch = (text: string): void => {
  if (distinctWords(text).length > SEARCH.terms)
    throw new Refused('invalid', 'too_many', `more than ${SEARCH.terms} different words`, {
      accepted: `at most ${SEARCH.terms}`,
    });
};

const isPart = (text: string): text is Part => PARTS.some((part) => part === text);

/** The parts of rows in a comma-separated list. Throws `Refused('invalid')` for an unknown one. */
export const partsListed = (text: string): ReadonlySet<Part> => {
  const accepted = PARTS.join(', ');
  const parts = text.split(',').map((part) => part.trim());
  const unknown = parts.find((part) => !isPart(part));
  if (unknown === undefined) return new Set(parts.filter(isPart));
  throw new Refused(
    'invalid',
    'invalid_include',
    `must be a comma-separated list of ${accepted}, not ${quoted(unknown)}`,
    {
      accepted,
    },
  );
};

/** Parsers by schema format; they throw `Refused('invalid')` with a human-readable message. */
const FORMATS = {
  orcid: parseOrcid,
  'orcid-list': orcidsListed,
  'person-id': parsePersonId,
  'person-id-list': personIdsListed,
  doi: parseDoi,
  origin: parseOrigin,
  'partial-date': parsePartialDate,
  search: parseSearch,
  'part-list': partsListed,
  language: parseLanguage,
  licence: licenceName,
} as const satisfies Readonly<Record<string, (text: string) => unknown>>;

export const PARSED_FORMATS = keysOf(FORMATS);

/** Why the text does not match the format; null if it does. */
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

/** How responses describe the id of a person, in fields that are called `orcid`. */
export const ID_OF_PERSON = 'An ORCID iD or, for a person without one, an id that begins with `p-`.';

export const PERSON_ID = {
  type: 'string',
  format: 'person-id',
  maxLength: ID.orcid,
  description:
    'The id of a person: an ORCID iD, bare or as its URL, such as `0000-0002-1825-0097`, or `p-` and 26 characters for a person without one.',
} as const;

/** In a request: registered people whom staff link to a publication. */
export const PEOPLE_TO_LINK = {
  type: 'array',
  maxItems: REQUEST.listItems,
  items: { ...PERSON_ID, minLength: 1 },
  default: [],
} as const;

export const ORCIDS_LISTED = {
  type: 'string',
  format: 'orcid-list',
  minLength: 1,
  maxLength: REQUEST.listItems * (ID.orcid + 1),
  examples: ['0000-0002-1825-0097,0000-0002-1694-233X'],
  description: `ORCID iDs, comma-separated; at most ${REQUEST.listItems}.`,
} as const;

export const PERSON_IDS_LISTED = {
  ...ORCIDS_LISTED,
  format: 'person-id-list',
  description: `Ids of people, comma-separated; at most ${REQUEST.listItems}. ${ID_OF_PERSON}`,
} as const;

export const DOI = {
  type: 'string',
  format: 'doi',
  maxLength: TEXT.webAddressCharacters,
  description:
    'A DOI, bare, with `doi:` or as its URL, such as `10.5555/12345678`. Characters that show nothing, brackets and quotes around it and tracking parameters are not read.',
} as const;

/** Throws the error of `absent` if nothing is found, and for a malformed identifier, where the document defines no 400. */
export const foundOr = async <T>(absent: () => Error, find: () => Promise<T | null>): Promise<T> => {
  try {
    const found = await find();
    if (found !== null) return found;
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
  }
  throw absent();
};

/** Turns a malformed identifier in a path into a 400 that names the parameter, like one in a query. */
const namingParameter = (parameter: string, parse: () => string): string => {
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
  namingParameter('orcid', () => parseOrcid(params.orcid));

/** The person's id in the parameter `orcid`. Throws `Refused('invalid')`. */
export const personIn = ({ params }: { readonly params: { readonly orcid: string } }): string =>
  namingParameter('orcid', () => parsePersonId(params.orcid));

/** The DOI of the parameter `id`, raw or percent-encoded; slashes may be unencoded. Throws `Refused('invalid')`. */
export const doiInPath = (part: string): string => namingParameter('id', () => doiFromUrlPath(part));
