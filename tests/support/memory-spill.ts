/** Temporary space in memory. */
import type { OpenSpill } from '../../workers/projector/ports.ts';

export const memorySpill: OpenSpill = async (parts) => {
  const lines = Array.from({ length: parts }, (): string[] => []);
  return {
    add: async (part, line) => void lines[part]?.push(line),
    async *read(part) {
      yield* lines[part] ?? [];
    },
    close: async () => undefined,
  };
};
