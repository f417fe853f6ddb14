/** Temporary lines in a file without a name, so nothing is left of it once it is closed or its process has ended. */
import { randomUUID } from 'node:crypto';
import { open, statfs, unlink } from 'node:fs/promises';
import path from 'node:path';
import { SpillFailed, type OpenSpill } from '../workers/projector/ports.ts';

/** Characters of lines in memory, of all parts together. */
const BUFFER = 8 * 1024 * 1024;
const MAX_CHUNK = 256 * 1024;

const failed = (error: unknown): never => {
  const { code } = error as NodeJS.ErrnoException;
  throw new SpillFailed(code ?? 'the temporary file cannot be used', { cause: error });
};

/** So many times the expected bytes must be free, since sorting must not be what fills a disk. */
const SPARE = 2;

type Chunk = { readonly position: number; readonly bytes: number };

export const spillIn =
  (folder: string): OpenSpill =>
  async (parts, bytes) => {
    const { bavail, bsize } = await statfs(folder).catch(failed);
    if (bavail * bsize < SPARE * bytes) throw new SpillFailed(`there are fewer than ${SPARE * bytes} bytes free`);
    const name = path.join(folder, `.sorted-${randomUUID()}`);
    const file = await open(name, 'ax+', 0o600).catch(failed);
    await unlink(name).catch(async (error: unknown) => {
      await file.close();
      failed(error);
    });
    const chunkCharacters = Math.min(MAX_CHUNK, BUFFER / parts);
    const buffers = Array.from({ length: parts }, () => ({
      lines: [] as string[],
      characters: 0,
      chunks: [] as Chunk[],
    }));
    const noSuchPart = (): never => {
      throw new RangeError(`there are ${parts} parts`);
    };
    let size = 0;
    const linesIn = async ({ position, bytes }: Chunk): Promise<readonly string[]> => {
      const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(bytes), position }).catch(failed);
      if (bytesRead < bytes) throw new SpillFailed('the temporary file has been cut short');
      return buffer.toString().split('\n');
    };
    return {
      add: async (part, line) => {
        const buffer = buffers[part] ?? noSuchPart();
        buffer.lines.push(line);
        buffer.characters += line.length;
        if (buffer.characters < chunkCharacters) return;
        const chunk = Buffer.from(buffer.lines.join('\n'));
        await file.appendFile(chunk).catch(failed);
        buffer.chunks.push({ position: size, bytes: chunk.length });
        size += chunk.length;
        Object.assign(buffer, { lines: [], characters: 0 });
      },
      async *read(part) {
        const { chunks, lines } = buffers[part] ?? noSuchPart();
        for (const chunk of chunks) yield* await linesIn(chunk);
        yield* lines;
      },
      close: () => file.close().catch(failed),
    };
  };
