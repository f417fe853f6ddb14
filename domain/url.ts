/**
 * The web address that a text is, null if it is none. `URL.canParse` of Node 20 cannot be used: once it is compiled, it refuses
 * every address with letters such as `ü`.
 */
export const urlIn = (text: string, base?: string): URL | null => {
  try {
    return new URL(text, base);
  } catch {
    return null;
  }
};
