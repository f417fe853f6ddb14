/** Reads a body; null if it exceeds `mostBytes`. Leaving the loop closes the connection, so the rest is never read. */
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
