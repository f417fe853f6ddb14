/** Cuts DOIs into filters that a provider takes: so many values, and addresses that are not too long. */

/** OpenAlex's limit is 100 values, and Crossref names none; fewer keep answers small. */
const MOST_VALUES = 50;
/** Characters of the encoded values; common servers refuse addresses above 4,096 or 8,192. */
const MOST_CHARACTERS = 3_000;

export type Filter = {
  /** Whether a filter can name the DOI: no character of it means anything there. */
  readonly names: (doi: string) => boolean;
  /** Encoded, what stands in the filter with each DOI. */
  readonly around: string;
};

export type Batches = { readonly together: readonly (readonly string[])[]; readonly alone: readonly string[] };

export const batchesOf = (dois: Iterable<string>, { names, around }: Filter): Batches => {
  const together: string[][] = [];
  const alone: string[] = [];
  let room = 0;
  for (const doi of new Set(dois)) {
    const characters = encodeURIComponent(doi).length + around.length;
    if (!names(doi) || characters > MOST_CHARACTERS) {
      alone.push(doi);
      continue;
    }
    const batch = together.at(-1);
    room -= characters;
    if (batch !== undefined && batch.length < MOST_VALUES && room >= 0) batch.push(doi);
    else {
      together.push([doi]);
      room = MOST_CHARACTERS - characters;
    }
  }
  return { together, alone };
};
