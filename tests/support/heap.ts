/** How much memory a piece of work takes. */
import v8 from 'node:v8';
import vm from 'node:vm';

v8.setFlagsFromString('--expose-gc');
const collect = vm.runInNewContext('gc') as () => void;

/** Bytes that the heap has grown by when it is done, garbage included as far as none was collected meanwhile. */
export const heapGrowth = (work: () => unknown): number => {
  collect();
  const before = process.memoryUsage().heapUsed;
  const kept = work();
  const growth = process.memoryUsage().heapUsed - before;
  return kept === null ? 0 : growth;
};
