/** Amounts as people read them. */

const KIB = 1024;

/** Such as `8 KiB`; a whole number of the largest unit. */
export const inBytes = (bytes: number): string => {
  const units = ['bytes', 'KiB', 'MiB'];
  const unit = units.findLastIndex((_name, power) => bytes % KIB ** power === 0 && bytes >= KIB ** power);
  return `${bytes / KIB ** Math.max(unit, 0)} ${units[unit] ?? 'bytes'}`;
};

/** Such as `50,000`. */
export const inDigits = (count: number): string => count.toLocaleString('en');
