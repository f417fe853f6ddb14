/** Parses text that people type, in forms or addresses. */

/** Null if the parser throws. */
export const parsed = <T>(parse: (text: string) => T, text: string): T | null => {
  try {
    return parse(text);
  } catch {
    return null;
  }
};
