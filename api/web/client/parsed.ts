/** Typed text, by the parsers of the catalogue. */

/** Null for what the parser refuses. */
export const parsed = <T>(parse: (text: string) => T, text: string): T | null => {
  try {
    return parse(text);
  } catch {
    return null;
  }
};
