/** Looks up what CSL calls a provider's kind of work. */
import type { CslType } from '../../../domain/csl-schema.ts';

type Words = Readonly<Partial<Record<CslType, readonly string[]>>>;

/** By CSL type, a provider's words for it. What is made of them gives undefined for a word that is not among them. */
export const kindsOf = (words: Words): ((word: string | undefined) => CslType | undefined) => {
  const types = Object.keys(words) as CslType[];
  return (word) => types.find((type) => word !== undefined && words[type]?.includes(word));
};
