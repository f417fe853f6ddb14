/** A whole body, or null of one that is longer: leaving the loop ends its connection, so that the rest is never read. */
export const readUpTo = async (body: AsyncIterable<Uint8Array>, mostBytes: number): Promise<Buffer | null> => {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    if (bytes > mostBytes) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, bytes);
};
