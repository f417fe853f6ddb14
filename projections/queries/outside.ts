/** Rows whose time has come, or is too far ahead for a correct clock. */

type Range = { readonly lte: number } | { readonly gt: number };

/** Those before one time, earliest first, then those after another. `found`: the first rows of a range, by that time. */
export const outside = async <R>(
  { before, after, limit }: { readonly before: number; readonly after: number; readonly limit: number },
  found: (range: Range) => Promise<readonly R[]>,
): Promise<readonly R[]> => {
  const early = await found({ lte: before });
  return early.length === limit ? early : [...early, ...(await found({ gt: after }))].slice(0, limit);
};
