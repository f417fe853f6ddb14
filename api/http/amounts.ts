/** Human-readable amounts. */

const KIB = 1024;

/** Such as `8 KiB`, in the largest unit that gives a whole number. */
export const formatBytes = (bytes: number): string => {
  const units = ['bytes', 'KiB', 'MiB'];
  const unit = units.findLastIndex((_name, power) => bytes % KIB ** power === 0 && bytes >= KIB ** power);
  return `${bytes / KIB ** Math.max(unit, 0)} ${units[unit] ?? 'bytes'}`;
};

/** Such as `50,000`. */
export const formatCount = (count: number): string => count.toLocaleString('en');
