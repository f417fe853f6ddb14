/** Looks up what CSL calls a provider's kind of work. */
import type { CslType } from '../../../domain/csl-schema.ts';
import { ownOf } from '../../../domain/own.ts';

export type Kinds = Readonly<Record<string, CslType>>;

/** Undefined for a word that is not in the table. */
export const kindIn = (table: Kinds, word: string | undefined): CslType | undefined =>
  word === undefined ? undefined : ownOf(table, word);
