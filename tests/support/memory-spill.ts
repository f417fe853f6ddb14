/** Temporary space in memory. */
import type { OpenSpill } from '../../workers/projector/ports.ts';

export const memorySpill: OpenSpill = async (parts) => {
  const lines = Array.from({ length: parts }, (): string[] => []);
  const noSuchPart = (): never => {
    throw new RangeError(`there are ${parts} parts`);
  };
  return {
    add: async (part, line) => void (lines[part] ?? noSuchPart()).push(line),
    async *read(part) {
      yield* lines[part] ?? noSuchPart();
    },
    close: async () => undefined,
  };
};
