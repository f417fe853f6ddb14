/** Marks items that are withheld from the public because their row is broken. */

export type Withheld = { readonly withheld?: true };

/** The `withheld` field of an item as staff see it; intact rows have none. */
export const withheldMark = ({ withheld }: Withheld): Withheld => (withheld === true ? { withheld } : {});
