/** Which workspace's record represents it to the public: what others hold, hide and show again never takes its place. */
import type { Position } from '../domain/event.ts';

/** `publicSince`: the position since which it has been public without a break; null while it is not. */
export const longestPublic = <T extends { readonly publicSince: Position | null }>(
  rows: readonly T[],
): (T & { readonly publicSince: Position }) | undefined =>
  rows
    .flatMap((row) => (row.publicSince === null ? [] : [{ ...row, publicSince: row.publicSince }]))
    .sort((a, b) => a.publicSince - b.publicSince)[0];
