/** Splits DOIs into filters within a provider's limits on values and URL length. */

/** OpenAlex allows 100 values and Crossref documents no limit; fewer keep responses small. */
const MAX_VALUES = 50;
/** Characters of the encoded values; common servers reject URLs above 4,096 or 8,192. */
const MAX_CHARACTERS = 3_000;

export type Filter = {
  /** Whether the DOI is free of characters with a meaning in the filter syntax. */
  readonly canInclude: (doi: string) => boolean;
  /** The encoded text that each DOI adds to the filter besides itself. */
  readonly separator: string;
};

export type Batches = { readonly together: readonly (readonly string[])[]; readonly alone: readonly string[] };

export const batchesOf = (dois: Iterable<string>, { canInclude, separator }: Filter): Batches => {
  const together: string[][] = [];
  const alone: string[] = [];
  let room = 0;
  for (const doi of new Set(dois)) {
    const characters = encodeURIComponent(doi).length + separator.length;
    if (!canInclude(doi) || characters > MAX_CHARACTERS) {
      alone.push(doi);
      continue;
    }
    const batch = together.at(-1);
    room -= characters;
    if (batch !== undefined && batch.length < MAX_VALUES && room >= 0) batch.push(doi);
    else {
      together.push([doi]);
      room = MAX_CHARACTERS - characters;
    }
  }
  return { together, alone };
};
