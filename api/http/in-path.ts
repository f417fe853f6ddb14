/** Identifiers in a path: a malformed one is a 400 that names its parameter, as one in a query is. */
import { doiFromUrlPath } from '../../domain/doi.ts';
import { Refused } from '../../domain/errors.ts';
import { parseOrcid } from '../../domain/orcid.ts';

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
