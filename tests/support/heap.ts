/** How much memory a piece of work takes. */
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

/** Bytes by which the heap has grown when the work is done, garbage included as far as none was collected meanwhile. */
export const heapGrowth = (work: () => unknown): number => {
  collect();
  const before = used();
  work();
  return used() - before;
};

/** Bytes that what the work returns holds. */
export const heapKept = (work: () => unknown): number => {
  collect();
  const before = used();
  const kept = work();
  collect();
  const growth = used() - before;
  mustBeThere(kept);
  return growth;
};

/** Keeps it from being collected until here. */
const mustBeThere = (kept: unknown): void => {
  if (kept === undefined) throw new Error('the work returned nothing');
};
