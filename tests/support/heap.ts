/** The memory usage of a piece of work. */
import v8 from 'node:v8';
import vm from 'node:vm';

v8.setFlagsFromString('--expose-gc');
const collect = vm.runInNewContext('gc') as () => void;
/** Bytes in use, garbage included. */
const used = (): number => process.memoryUsage().heapUsed;

/** Bytes in use without garbage. */
export const heapUsed = (): number => {
  collect();
  return used();
};

/** The growth of the heap during the work, in bytes, including garbage that was not collected meanwhile. */
export const heapGrowth = (work: () => unknown): number => {
  collect();
  const before = used();
  work();
  return used() - before;
};

/** The size of the work's result, in bytes. */
export const heapKept = (work: () => unknown): number => {
  collect();
  const before = used();
  const kept = work();
  collect();
  const growth = used() - before;
  mustBeThere(kept);
  return growth;
};

/** Prevents its collection up to here. */
const mustBeThere = (kept: unknown): void => {
  if (kept === undefined) throw new Error('the work returned nothing');
};

/**
 * Bytes in use outside the young generation, garbage included. Right after `heapUsed`, nearly all of the heap. How much garbage the young
 * generation gathers before it is collected is a matter of the release of Node: 30 MiB in Node 20, 60 in Node 24.
 */
export const promoted = (): number =>
  v8
    .getHeapSpaceStatistics()
    .filter(({ space_name: name }) => name !== 'new_space')
    .reduce((sum, { space_used_size: bytes }) => sum + bytes, 0);
