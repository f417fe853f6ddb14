/** A filter by a type that CSL does not have finds nothing, and the answer says so, with the types that may be meant. */
import { distance } from 'fastest-levenshtein';
import { CSL_TYPES } from '../../domain/csl-schema.ts';
import { CSL_TYPE, type Echoes } from './listing.ts';
import type { Headers } from './route.ts';
import type { Schemas } from './schema-types.ts';

export const WARNING = 'X-Colophon-Warning';

const MAX_NEAR = 5;

const wordsOf = (type: string): readonly string[] => type.toLowerCase().split(/[^a-z]+/u);

/** Nearest first: types of the same words, such as Crossref's `journal-article`, then those with one of them, then misspelt ones. */
const nearTypes = (asked: string): readonly string[] => {
  const words = new Set(wordsOf(asked));
  const ranked = CSL_TYPES.map((type) => {
    const own = wordsOf(type);
    const common = own.filter((word) => words.has(word)).length;
    const edits = distance(asked.toLowerCase(), type);
    return { type, common, apart: own.length + words.size - 2 * common, edits };
  });
  return ranked
    .filter(({ type, common, edits }) => common > 0 || edits <= Math.round(type.length / 3))
    .sort((a, b) => b.common - a.common || a.apart - b.apart || a.edits - b.edits)
    .slice(0, MAX_NEAR)
    .map(({ type }) => type);
};

/** The parameters that filter by a CSL type. */
export const typesAmong = (query: Schemas): readonly string[] =>
  Object.keys(query).filter((name) => query[name] === CSL_TYPE);

const isKnown = (type: string): boolean => CSL_TYPES.some((each) => each === type);

/** The headers of an answer to this request: none, unless a type is unknown. */
export const typeWarning = (query: Schemas, requested: Echoes): Headers => {
  for (const name of typesAmong(query)) {
    const asked = requested[name];
    if (typeof asked !== 'string' || isKnown(asked)) continue;
    const near = nearTypes(asked);
    const meant = near.length === 0 ? `accepted: ${CSL_TYPES.join(', ')}` : `did you mean ${near.join(', ')}?`;
    return { [WARNING]: `${name} is not a CSL type, so nothing matches; ${meant}` };
  }
  return {};
};
