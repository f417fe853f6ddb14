/** Processor time of this process and of the children that it has waited for. */
import { readFileSync } from 'node:fs';

/** Linux counts in hundredths of a second; elsewhere, children are not counted. */
const MS_PER_TICK = 10;

const ofChildren = (): number => {
  try {
    // After the name in parentheses: state is field 3, cutime and cstime are fields 16 and 17.
    const fields = readFileSync('/proc/self/stat', 'utf8').split(') ').at(-1)?.split(' ') ?? [];
    return (Number(fields[13]) + Number(fields[14])) * MS_PER_TICK;
  } catch {
    return 0;
  }
};

export const processorMs = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000 + ofChildren();
};
