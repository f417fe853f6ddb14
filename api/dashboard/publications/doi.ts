/** The publication that a path names: its DOI, raw or percent-encoded, with its slashes as they are. */
import { doiInPath } from '../../http/identifiers.ts';

const BASE = '/api/publications/';

/** Throws `Refused('invalid')`, also for a path that names none. */
export const doiIn = (rawPath: string, suffix = ''): string =>
  doiInPath(rawPath.slice(BASE.length, rawPath.length - suffix.length));
