/** The entries of a list of references that staff import, as they were read. */
import type { CslItem } from '../csl.ts';
import type { Alias } from '../publication/naming.ts';

export const REFERENCE_FORMATS = ['bibtex', 'ris', 'csl-json'] as const;
export type ReferenceFormat = (typeof REFERENCE_FORMATS)[number];

type Place = {
  /** Its place in the list, from 1. */
  readonly n: number;
  /** Where it begins in the file, from 1. */
  readonly line: number;
  /** The list's own name for it, such as a citation key. */
  readonly label: string | null;
};

/** Why nothing of an entry can be imported. */
export type ReferenceProblem = Place & {
  /** Where the mistake is. */
  readonly problemLine: number;
  /** What is wrong, and what is accepted. */
  readonly problem: string;
  /** Of the problem. */
  readonly code: string;
  /** With the mistake; null if it is in none. */
  readonly field: string | null;
};

export type Reference = Place & {
  readonly item: CslItem;
  readonly doi: string | null;
  /** Other identifiers of the work, strongest first. */
  readonly aliases: readonly Alias[];
};

export type ReadReference = Reference | ReferenceProblem;

export const isReadable = (entry: ReadReference): entry is Reference => 'item' in entry;

export type ReferenceList = { readonly format: ReferenceFormat; readonly entries: readonly ReadReference[] };
