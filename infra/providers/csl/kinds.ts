/** Looks up what CSL calls a provider's kind of work. */
import type { CslType } from '../../../domain/csl-schema.ts';

export type Kinds = Readonly<Record<string, CslType>>;

/** Undefined for a word that is not in the table. */
export const kindIn = (table: Kinds, word: string | undefined): CslType | undefined =>
  word !== undefined && Object.hasOwn(table, word) ? table[word] : undefined;
