/** Documents as raw deflate (RFC 1951) with a preset dictionary. */
import { deflateRawSync, inflateRawSync, type ZlibOptions } from 'node:zlib';

/** A hundred documents of this size are read and parsed within one turn of the event loop. */
export const READ_WITH_PAGE_BYTES = 32 * 1024;

/** Most documents are a few kilobytes, and a large window takes longer to set up than they take to compress. */
export const compressionWith = (dictionary: string): ZlibOptions => ({
  ...{ level: 6, windowBits: 13, memLevel: 6 },
  dictionary: Buffer.from(dictionary),
});

/** Null for a larger document: it stays text, of which parts can be read. */
export const deflated = (document: string, compression: ZlibOptions): Uint8Array | null => {
  if (document.length > READ_WITH_PAGE_BYTES) return null;
  const bytes = Buffer.from(document);
  return bytes.length > READ_WITH_PAGE_BYTES ? null : deflateRawSync(bytes, compression);
};

export const inflated = (document: Uint8Array, compression: ZlibOptions): string =>
  inflateRawSync(document, compression).toString();
