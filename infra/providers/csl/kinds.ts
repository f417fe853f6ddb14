/** Maps a provider's types of works to CSL types. */
import type { CslType } from '../../../domain/csl-schema.ts';

type Terms = Readonly<Partial<Record<CslType, readonly string[]>>>;

/** Takes a provider's terms for each CSL type; the returned function gives undefined for an unknown term. */
export const kindsOf = (terms: Terms): ((term: string | undefined) => CslType | undefined) => {
  const types = new Map(
    (Object.keys(terms) as CslType[]).flatMap((type) => terms[type]?.map((term) => [term, type]) ?? []),
  );
  return (term) => (term === undefined ? undefined : types.get(term));
};
