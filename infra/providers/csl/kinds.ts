/** Looks up what CSL calls a provider's kind of work. */
import type { CslType } from '../../../domain/csl-schema.ts';

type Words = Readonly<Partial<Record<CslType, readonly string[]>>>;

/** By CSL type, a provider's words for it. What is made of them gives undefined for a word that is not among them. */
export const kindsOf = (words: Words): ((word: string | undefined) => CslType | undefined) => {
  const types = new Map(
    (Object.keys(words) as CslType[]).flatMap((type) => words[type]?.map((word) => [word, type]) ?? []),
  );
  return (word) => (word === undefined ? undefined : types.get(word));
};
