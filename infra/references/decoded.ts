/** The text of a file, whatever its encoding: UTF-8, UTF-16 or Windows-1252, with or without a byte order mark. */

const startsWith = (bytes: Uint8Array, ...mark: readonly number[]): boolean =>
  mark.every((byte, n) => bytes[n] === byte);

/** Every second byte of ASCII in UTF-16 is zero, which no other encoding of a list has. */
const zeroAt = (bytes: Uint8Array, parity: number): boolean =>
  bytes.length >= 4 && bytes[parity] === 0 && bytes[parity + 2] === 0;

const decoderOf = (bytes: Uint8Array) => {
  if (startsWith(bytes, 0xff, 0xfe) || zeroAt(bytes, 1)) return new TextDecoder('utf-16le');
  if (startsWith(bytes, 0xfe, 0xff) || zeroAt(bytes, 0)) return new TextDecoder('utf-16be');
  return new TextDecoder('utf-8', { fatal: true });
};

/** Without a byte order mark. Line breaks are those of Unix, so that lines can be counted. */
export const decodedList = (bytes: Uint8Array): string => {
  let text: string;
  try {
    text = decoderOf(bytes).decode(bytes);
  } catch {
    text = new TextDecoder('windows-1252').decode(bytes);
  }
  return text.replace(/\r\n?/gu, '\n');
};
