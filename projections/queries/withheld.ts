/** Marks what is withheld from the public because a row of it is broken. */

export type Withheld = { readonly withheld?: true };

/** The field of an item as staff see it; there is none on what is whole. */
export const withheldMark = ({ withheld }: Withheld): Withheld => (withheld === true ? { withheld } : {});
