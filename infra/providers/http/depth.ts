/** How deep a JSON text goes, known before anything is made of it: what walks through a value may do so by recursion. */

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPENS = new Set([0x5b, 0x7b]);
const CLOSES = new Set([0x5d, 0x7d]);

/** True if arrays and objects lie deeper in each other than `most`. Looks at each byte once, and at none twice. */
export const isDeeperThan = (json: Uint8Array, most: number): boolean => {
  let depth = 0;
  let isText = false;
  for (let at = 0; at < json.length; at += 1) {
    const byte = json[at] ?? 0;
    if (isText) {
      if (byte === BACKSLASH) at += 1;
      else if (byte === QUOTE) isText = false;
    } else if (byte === QUOTE) isText = true;
    else if (OPENS.has(byte)) {
      depth += 1;
      if (depth > most) return true;
    } else if (CLOSES.has(byte)) depth -= 1;
  }
  return false;
};
