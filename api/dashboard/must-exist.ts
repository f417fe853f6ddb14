/** What a path names, or a 404. */
import { Refused } from '../../domain/errors.ts';

/** Throws `Refused('not_found')` where nothing was found. `noun`: such as `API key`. */
export const mustExist = <T>(found: T | null | undefined, noun: string): T => {
  if (found === null || found === undefined)
    throw new Refused('not_found', `${noun.toLowerCase().replaceAll(' ', '_')}_not_found`, `no such ${noun}`);
  return found;
};
