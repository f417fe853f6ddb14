/** Cuts DOIs into filters that OpenAlex takes: so many values, and addresses that are not too long. */

/** OpenAlex's limit is 100 values; half of it keeps answers small. */
const MOST_VALUES = 50;
/** Characters of the encoded values; common servers refuse addresses above 4,096 or 8,192. */
const MOST_CHARACTERS = 3_000;

/** Characters that mean something in a filter: a DOI that has one is asked for by its address. */
const SYNTAX = /[|,!+"\\]/;

export type Batches = { readonly together: readonly (readonly string[])[]; readonly alone: readonly string[] };

export const batchesOf = (dois: readonly string[]): Batches => {
  const together: string[][] = [];
  const alone: string[] = [];
  let room = 0;
  for (const doi of new Set(dois)) {
    const characters = encodeURIComponent(doi).length + '%7C'.length;
    if (SYNTAX.test(doi) || characters > MOST_CHARACTERS) {
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
