/** One DOI as people give it. */
import { parseDoi } from '../../../domain/doi.ts';
import { parseOrRefuse, refusal } from '../client/refusal.ts';
import { words as common } from '../parts/generated/words.ts';

/** After a separator, which DOIs may contain too, another one begins. */
const SEVERAL = /10\.\d{4,9}\/.*[\s,;](?:https?:\/\/|doi:|10\.\d{4,9}\/)/isu;

/** Throws a `Failure` of the field `doi`. */
export const doiTyped = (text: string): string => {
  if (SEVERAL.test(text)) throw refusal('doi', common('one_doi'));
  return parseOrRefuse('doi', parseDoi, text, common('doi_wrong'));
};
