/** Parses the DOI in a path, raw or percent-encoded, with literal slashes. */
import { doiInPath } from '../../http/identifiers.ts';

const BASE = '/api/publications/';

/** Throws `Refused('invalid')` for an invalid or missing DOI. */
export const doiIn = (rawPath: string, suffix = ''): string =>
  doiInPath(rawPath.slice(BASE.length, rawPath.length - suffix.length));
